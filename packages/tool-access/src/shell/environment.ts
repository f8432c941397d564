import { touch } from './paths.js';
import type { Shell } from './shell.js';
import { HOLE, type Text } from './text.js';

/** Variables whose value is a command that some program runs. */
const COMMANDS =
  /^(?:(?:GIT_|MAN|SYSTEMD_|PSQL_|AWS_|GH_)?PAGER|(?:GIT_|GIT_SEQUENCE_|GH_)?EDITOR|VISUAL|GIT_SSH_COMMAND|GIT_SSH|GIT_ASKPASS|SSH_ASKPASS|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|BROWSER|FZF_DEFAULT_COMMAND|TAR_OPTIONS|RSYNC_RSH|CVS_RSH)$/;

/** Variables that name a file which is read, and often run. */
const FILES =
  /^(?:BASH_ENV|ENV|PYTHONSTARTUP|PERL5DB|RUBYOPT_FILE|DOTENV_CONFIG_PATH|KUBECONFIG|NETRC|CURL_HOME)$/;

/** Reads what a variable does once it is set: a pager is run, a start-up file is read. */
export function readVariable(name: string, { text }: Text, shell: Shell): void {
  if (text === '' || text.startsWith(HOLE)) return;
  if (FILES.test(name) && /[./]/.test(text)) touch({ text }, ['read'], name, shell);
  else if (COMMANDS.test(name) && text.includes(' '))
    shell.runText({ text: text.replace(/^\|-?/, '') }, { inside: 'new' });
}
