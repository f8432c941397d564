import type { ToolName } from './tool-name.js';
import { anyOf, wordSet, wordsOf } from './words.js';

/** Services that live elsewhere: a `path` of theirs is a path in a repository, a drive or a wiki. */
const REMOTE = wordSet(
  'github gh ghe gitlab glab bitbucket gitea azuredevops slack discord teams telegram whatsapp gmail outlook email mail ' +
    'jira confluence atlassian linear notion asana trello clickup monday todoist sentry datadog grafana pagerduty ' +
    'newrelic posthog amplitude mixpanel google gdrive drive gcal calendar dropbox box onedrive sharepoint figma ' +
    'miro canva zendesk intercom hubspot salesforce stripe paypal shopify twilio sendgrid airtable supabase vercel ' +
    'netlify cloudflare heroku s3 huggingface brave tavily exa perplexity firecrawl context7 deepwiki wikipedia ' +
    'arxiv youtube twitter reddit circleci buildkite jenkins sourcegraph greptile',
);
/** Containers and other machines: a `path` of theirs is a path in there. */
const MACHINES = wordSet(
  'docker podman container containers kubernetes k8s lxc vagrant vm ssh sftp ftp e2b daytona',
);
/** What works on files of this machine even so. `MCP_DOCKER` is a gateway to servers of any kind. */
const ON_HOST = wordSet('build compose apply kubectl run cp copy sync mount mcpdocker');
const LOCAL = wordSet(
  'filesystem fs local localhost disk desktop serena jetbrains ide ripgrep rg vscode commander',
);
const FILE_WORDS = wordSet(
  'file files filesystem fs dir directory directories folder folders path paths disk',
);

/** What the names of a server and its tool say about where it works. */
export interface Locality {
  /** Its paths are elsewhere. */
  remote: boolean;
  /** Its paths are in a container or on another machine, which may share folders with this one. */
  machine: boolean;
  /** Its server works on the files of this machine. */
  local: boolean;
  /** It is about files, so that `source` or `target` is a path whatever it looks like. */
  aboutFiles: boolean;
}

// `GitHub` splits into `git` and `hub`: neighbours are looked up joined, too.
function withPairs(words: readonly string[]): string[] {
  return [...words, ...words.slice(1).map((word, at) => `${words[at]}${word}`)];
}

/** Where an MCP tool works. */
export function localityOf({ server = '', plugin = '', tool }: ToolName): Locality {
  const serverWords = withPairs(wordsOf(server));
  const toolWords = wordsOf(tool);
  const local = anyOf(serverWords, LOCAL);
  const named = [...serverWords, ...withPairs(wordsOf(plugin))];
  const machine = !local && anyOf(serverWords, MACHINES) && !anyOf([...serverWords, ...toolWords], ON_HOST);
  const service = !local && (anyOf(named, REMOTE) || withPairs(toolWords).includes('github'));
  return {
    remote: machine || service,
    machine,
    local,
    aboutFiles: anyOf([...serverWords, ...toolWords], FILE_WORDS),
  };
}
