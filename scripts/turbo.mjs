// Runs turbo without its telemetry: nothing that this repository does talks to anyone but the registry.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo');
const { status } = spawnSync(
  process.execPath,
  [turbo, 'run', ...process.argv.slice(2), '--output-logs=errors-only'],
  {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' },
  },
);
process.exit(status ?? 1);
