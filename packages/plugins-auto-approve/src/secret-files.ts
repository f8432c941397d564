import { baseName, foldPath } from '@hookloom/tool-access';
import picomatch from 'picomatch';

/** Names of files that hold secrets by custom, as globs over folded names. */
export const SECRET_NAMES: readonly string[] = [
  '.env',
  '.env.*',
  '.envrc',
  '.dev.vars',
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ovpn',
  '*.gpg',
  '*.asc',
  'id_{rsa,dsa,ecdsa,ed25519}*',
  '.npmrc',
  '.yarnrc{,.yml}',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.vault-token',
  '.boto',
  '.s3cfg',
  '{,.}credentials{,.*}',
  'client_secret*.json',
  'service{-,_}account*.json',
  'secrets.{json,yml,yaml,toml,env,txt,ini}',
  'master.key',
  '*.tfstate{,.backup}',
  '*.tfvars{,.json}',
  '.{bash,zsh,sh,python,node_repl,psql,mysql}_history',
  'kubeconfig',
];

/** Names like those that hold no secret: templates, and the public halves of keys. */
const OPEN_NAMES: readonly string[] = ['.env.{example,sample,template,dist}', '*.pub'];

/** Folders in which everything is a secret, wherever they are. */
const SECRET_FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.azure',
  '.docker',
  'gcloud',
]);

/**
 * What every secret name begins or ends like. Most names do not, so that most processes need no globs: to compile them takes
 * longer than all the rest of what this guard does.
 */
const MAY_BE_SECRET =
  /^(?:[._]|id_|credentials|client_secret|service|secrets\.|master\.key|kubeconfig)|\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ovpn|gpg|asc|tfstate|tfvars)(?:\.|$)/;

let globs: { isSecret(name: string): boolean; isOpen(name: string): boolean } | undefined;

/** Tells whether a folded name is one of a file that may hold secrets. */
function isSecretName(name: string): boolean {
  if (!MAY_BE_SECRET.test(name)) return false;
  globs ??= {
    isSecret: picomatch([...SECRET_NAMES], { dot: true }),
    isOpen: picomatch([...OPEN_NAMES], { dot: true }),
  };
  return globs.isSecret(name) && !globs.isOpen(name);
}

/** Tells whether a path, lexical or canonical, is that of a file that may hold secrets. */
export function isSecretFile(path: string): boolean {
  const folded = foldPath(path);
  const name = baseName(folded);
  if (folded.split('/').some((part) => SECRET_FOLDERS.has(part))) return true;
  return isSecretName(name);
}
