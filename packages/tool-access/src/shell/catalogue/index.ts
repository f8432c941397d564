import { agents } from './agents.js';
import { archives } from './archives.js';
import { builds, fileTools } from './builds.js';
import { clouds } from './clouds.js';
import { containers } from './containers.js';
import { coreutils } from './coreutils.js';
import { crypto } from './crypto.js';
import { downloads } from './downloads.js';
import { editors } from './editors.js';
import type { CommandTable } from './entry.js';
import { files } from './files.js';
import { forges } from './forges.js';
import { git } from './git.js';
import { interpreters } from './interpreters.js';
import { network } from './network.js';
import { packages } from './packages.js';
import { search } from './search.js';
import { system } from './system.js';
import { text } from './text.js';
import { wrappers } from './wrappers.js';

/** Every command that is known, by name. */
export const builtinCatalogue: CommandTable = {
  ...builds,
  ...fileTools,
  ...agents,
  ...archives,
  ...clouds,
  ...containers,
  ...crypto,
  ...downloads,
  ...editors,
  ...files,
  ...forges,
  ...interpreters,
  ...network,
  ...packages,
  ...search,
  ...system,
  ...text,
  ...wrappers,
  ...git,
  ...coreutils,
};
