"""The TypeScript that registers roles: parsed, followed where it is literal, never run."""
