import type { CommandEntry, CommandTable } from './entry.js';

const project: CommandEntry = { style: 'none', operands: 'file-like', opaque: 'code of the project' };

/** Build tools, test runners, linters and formatters: they run code and settings of the project. */
export const builds: CommandTable = Object.fromEntries(
  'bmake just task rake ninja cmake ctest meson bazel bazelisk buck pants scons waf gulp grunt jake invoke tox nox pytest py.test unittest jest vitest mocha ava tap c8 nyc karma cypress playwright puppeteer storybook vite webpack rollup esbuild parcel rspack tsup tsdown unbuild tsc vue-tsc swc babel next nuxt astro remix gatsby svelte-kit ng expo react-native eslint oxlint biome stylelint prettier dprint standard xo tslint jscodeshift knip depcheck madge size-limit publint attw changeset semantic-release release-it lint-staged husky commitlint rspec minitest rubocop phpunit phpstan psalm artisan rails hanami flask django-admin uvicorn gunicorn celery alembic mypy pyright pyre ruff black isort flake8 pylint bandit pre-commit coverage sphinx-build mkdocs jupyter streamlit golangci-lint gofmt goimports staticcheck dlv air wire buf protoc cargo-nextest clippy rustfmt trunk wasm-pack mdbook ktlint detekt swiftlint swiftformat xcodebuild fastlane flutter dart pub shellcheck shfmt hadolint actionlint yamllint markdownlint markdownlint-cli2 vale cspell typos codespell tflint checkov trivy semgrep gitleaks trufflehog snyk sonar-scanner prisma drizzle-kit knex sequelize typeorm graphql-codegen openapi-generator hardhat forge truffle anvil serverless sls sam cdk localstack act lhci k6 artillery ab wrk'
    .split(' ')
    .map((name) => [name, project]),
);

const read = (extra: Partial<CommandEntry> = {}): CommandEntry => ({
  style: 'exact',
  operands: 'read',
  ...extra,
});

/** Tools of that kind that are given files by name. */
export const fileTools: CommandTable = {
  shellcheck: read({
    flags: '-x -a -C?',
    options: {
      '-s,--shell': 'text',
      '-e,--exclude': 'text',
      '-f,--format': 'text',
      '-S,--severity': 'text',
      '-P': 'list',
    },
  }),
  shfmt: read({ flags: '-l -d -s -mn -ci', options: { '-i': 'text', '-ln': 'text' }, rules: [] }),
  hadolint: read(),
  yamllint: read({ options: { '-c': 'read', '-d': 'text', '-f': 'text' }, flags: '-s' }),
  gofmt: read({
    flags: '-l -d -e -s -w!',
    options: { '-r': 'text' },
    rules: [{ given: '-w', rest: 'edit' }],
  }),
  rustfmt: read({
    flags: '--check',
    options: { '--edition': 'text', '--config-path': 'read' },
    operands: 'edit',
  }),
  protoc: read({ style: 'exact' }),
  prettier: read({
    flags: '-c,--check -l,--list-different -w,--write -u,--ignore-unknown --no-config --no-color --cache',
    options: {
      '--config': 'read',
      '--ignore-path': 'read',
      '--parser': 'text',
      '--log-level,--loglevel': 'text',
    },
    rules: [{ given: '-w', rest: 'edit' }],
  }),
  eslint: {
    style: 'exact',
    flags: '--fix --cache --quiet --debug --no-eslintrc --no-ignore --color --no-color',
    options: {
      '-o,--output-file': 'write',
      '-c,--config': 'read',
      '-f,--format': 'text',
      '--ext': 'text',
      '--env': 'text',
      '--rule': 'text',
      '--max-warnings': 'text',
      '--ignore-path': 'read',
      '--ignore-pattern': 'text',
      '--cache-location': 'write',
    },
    operands: 'read',
    rules: [{ given: '--fix', operands: 'edit' }],
  },
  gitleaks: { style: 'none', operands: 'text' },
};
