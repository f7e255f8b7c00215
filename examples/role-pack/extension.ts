import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { fileURLToPath } from "node:url";

const ROLES = fileURLToPath(new URL("./roles", import.meta.url));

/** Tells the host where the roles are, each time it asks, until the session ends. */
export default function (pi: ExtensionAPI) {
  const stop = pi.events.on("pi-herdr-subagents:roles:discover:v1", (request: any) => {
    if (request.apiVersion === 1) request.register(ROLES);
  });
  pi.on("session_shutdown", stop);
}
