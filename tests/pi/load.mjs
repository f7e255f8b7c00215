// Loads role packs as Pi does and prints, as JSON, what came of each. Arguments: folders of packs.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import {
  createAgentSession,
  createEventBus,
  DefaultResourceLoader,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";

const CHANNEL = "pi-herdr-subagents:roles:discover:v1";

function discover(bus, apiVersion) {
  const paths = [];
  bus.emit(CHANNEL, { apiVersion, register: (path) => paths.push(path) });
  return paths;
}

/** Places in the pack by their names; a relative path, a URL and a place elsewhere are "other". */
function within(root, paths) {
  return paths.map((path) =>
    typeof path === "string" && path.startsWith(root) ? relative(root, path) : "other",
  );
}

async function load(root, scratch) {
  const cwd = mkdtempSync(join(scratch, "work-"));
  const agentDir = mkdtempSync(join(scratch, "agent-"));
  const bus = createEventBus();
  const settingsManager = SettingsManager.inMemory({});
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir,
    eventBus: bus,
    settingsManager,
    noExtensions: true,
    noSkills: true,
    noPromptTemplates: true,
    noContextFiles: true,
    additionalExtensionPaths: [root],
  });
  await resourceLoader.reload();
  const { extensions, errors, warnings } = resourceLoader.getExtensions();
  const { skills } = resourceLoader.getSkills();
  const { session } = await createAgentSession({
    cwd,
    agentDir,
    resourceLoader,
    settingsManager,
    sessionManager: SessionManager.inMemory(cwd),
  });
  await session.bindExtensions({});
  const outcome = {
    loaded: extensions.map((one) => relative(root, one.resolvedPath)).sort(),
    failed: errors.map((one) => relative(root, one.path)).sort(),
    warnings: warnings.map((one) => one.warning),
    skills: skills.map((one) => one.name).sort(),
    registered: within(root, discover(bus, 1)),
    registeredByVersion2: within(root, discover(bus, 2)),
  };
  await session.reload();
  outcome.registeredAfterReload = within(root, discover(bus, 1));
  session.dispose();
  outcome.registeredAfterDispose = within(root, discover(bus, 1));
  return outcome;
}

const scratch = mkdtempSync(join(tmpdir(), "packs-"));
try {
  const outcomes = {};
  for (const root of process.argv.slice(2)) outcomes[root] = await load(root, scratch);
  console.log(JSON.stringify(outcomes));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
