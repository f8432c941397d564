import { posix } from 'node:path';
import type { Access, SearchScope } from '../access.js';
import { scopeReaches } from '../search-scope.js';
import { type FileView, viewFiles } from './files.js';

/** Names that hold secrets by custom. */
const SECRET_NAMES =
  /^(?:\.env(?:\..*)?|\.envrc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.git-credentials|\.htpasswd|\.vault-token|\.terraformrc|credentials(?:\..*)?|secrets?(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg|tfvars|tfstate)|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|authorized_keys|known_hosts|shadow-?|gshadow-?|sudoers|master\.key|service[-_]?account.*\.json|.*_history|\.lesshst|\.viminfo|kubeconfig|hosts\.yml|auth\.json|token(?:s)?(?:\..*)?|.*password.*|.*passwd\.(?:txt|json|ya?ml)|.*\.secret)$/i;
const TEMPLATES = /^\.env\.(?:example|sample|template|dist)$/i;
/** Folders of which nothing is shown without asking. */
const SECRET_FOLDERS =
  /\/(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.gcloud|\.password-store|\.mozilla|\.config\/(?:gh|gcloud|op|hub)|\.local\/share\/keyrings|Keychains|\.claude|\.codex)(?:\/|$)/i;
/** What the system shows of itself without secrets. */
const OPEN_PROC = /^\/proc\/(?:cpuinfo|meminfo|version|loadavg|uptime|mounts|filesystems|stat|vmstat)$/;

const MOST_LOOKED_AT = 3000;
const PASSED_BY = new Set(['node_modules', '.git']);

/** What stands around the paths. */
interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly fileSystem?: boolean;
}

function isSecret(path: string, { cwd, home }: Surroundings): boolean {
  const name = posix.basename(path);
  if (TEMPLATES.test(name)) return false;
  if (SECRET_NAMES.test(name) || SECRET_FOLDERS.test(path)) return true;
  if (/^\/(?:proc|sys|dev)\//.test(path))
    return !OPEN_PROC.test(path) && !/^\/dev\/(?:null|zero|fd\/\d+|stdin)$/.test(path);
  if (/^\/(?:var\/(?:lib|spool|mail)|etc\/ssl\/private)\//.test(path)) return true;
  const inHome = path.startsWith(`${home}/`) && !path.startsWith(`${cwd}/`);
  return (
    inHome &&
    path
      .slice(home.length)
      .split('/')
      .some((part) => part.startsWith('.'))
  );
}

/** A folder on the way, and where it really is. */
interface Stop {
  readonly path: string;
  readonly real: string;
  /** The folders that links on the way led to; none of them is entered twice. */
  readonly led: readonly string[];
}

function below(start: Stop, scope: SearchScope, files: FileView, around: Surroundings): string | undefined {
  const stops = [start];
  let looked = 0;
  for (let current = stops.pop(); current !== undefined; current = stops.pop()) {
    for (const { name, kind } of files.entries(current.real) ?? []) {
      looked += 1;
      if (looked > MOST_LOOKED_AT) return `${start.path}, which is too large to look through`;
      const path = posix.join(current.path, name);
      const inside = posix.join(current.real, name);
      const isFollowed = kind === 'link' && scope.follows !== undefined;
      const real = isFollowed ? files.real(inside) : inside;
      const isFolder = kind === 'folder' || (isFollowed && files.kind(real) === 'folder');
      const reaches = () => scopeReaches(scope, posix.relative(start.path, path));
      if (!isFolder) {
        if ((isSecret(path, around) || isSecret(real, around)) && reaches()) return path;
      } else if (kind === 'folder') {
        if (!PASSED_BY.has(name)) stops.push({ path, real, led: current.led });
      } else if (scope.follows === 'all' && !current.led.includes(real)) {
        if (isSecret(real, around) && reaches()) return path;
        stops.push({ path, real, led: [...current.led, real] });
      }
    }
  }
  return undefined;
}

/** Says which access, if any, may show a secret. Links are followed where the disk may be looked at. */
export function secretAmong(accesses: readonly Access[], around: Surroundings): string | undefined {
  const files = around.fileSystem === false ? undefined : viewFiles();
  for (const { path, mode, tree } of accesses) {
    if (mode === 'list') continue;
    if (mode === 'execute') continue;
    const own = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/.test(path);
    const real = own ? path : (files?.real(path) ?? path);
    const found = [path, real].find((each) => isSecret(each, around));
    if (found !== undefined) return `reads ${found}, which may hold a secret`;
    if (!tree) continue;
    if (!files) return `reads all of ${path}`;
    const inside =
      files.kind(real) === 'file' ? undefined : below({ path: real, real, led: [real] }, tree, files, around);
    if (inside !== undefined) return `reads ${inside}, which may hold a secret`;
  }
  return files?.isSpent ? 'reads more than can be looked through' : undefined;
}
