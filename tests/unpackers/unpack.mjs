// Unpacks archives as npm does. One line in: {"file", "folder", "strip"}; one line out when done.
import { createInterface } from 'node:readline'
import { x } from 'tar'

for await (const line of createInterface({ input: process.stdin })) {
  const { file, folder, strip } = JSON.parse(line)
  try {
    await x({ file, cwd: folder, strip, preserveOwner: false, onwarn: () => {} })
    console.log('done')
  } catch (error) {
    console.log(`stopped: ${error.message.replaceAll('\n', ' ')}`)
  }
}
