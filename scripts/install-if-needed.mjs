// Makes `npm start` and `npm test` work in a fresh clone: installs from the lock file when it has changed or was never installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.hookloom-lock`;
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

function installedLock() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

if (installedLock() !== lock) {
  const quiet = process.env.CI ? [] : ['--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...quiet], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, lock);
}
