import { describe, expect, it } from 'vitest';
import { read, touched } from '../../test/shell/reading.js';

describe('a mirror deletes what its source does not have', () => {
  it.each([
    ['rsync -a --delete src/ lib', 'write lib (rsync) and below'],
    ['rsync -a --delete src lib', 'write lib/src (rsync) and below'],
    ['rsync -a --del h:/x/. .', 'write . (rsync) and below'],
    ['aws s3 sync s3://b lib --delete', 'write lib (aws s3 sync) and below'],
    ['rclone sync r:x lib', 'write lib (rclone sync) and below'],
    ['gsutil rsync -d -r gs://b lib', 'write lib (gsutil rsync) and below'],
  ])('%s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });

  it.each([
    'rsync -a src/ lib',
    'rsync -a --delete src/ h:lib',
    'aws s3 sync lib s3://b --delete',
    'rclone copy r:x lib',
  ])('without that, or elsewhere, it does not: %s', (command) => {
    expect(touched(command).filter((each) => /^write .* below$/.test(each))).toEqual([]);
  });
});

describe('what a copy leaves out', () => {
  function scopeOf(command: string) {
    return read(command).accesses.find(({ mode, path }) => mode === 'read' && path === '/repo')?.tree;
  }

  it.each([
    ["rsync -a -f '- .env*' . x", { exclude: ['.env*'] }],
    ["rsync -a --filter='exclude .env' . x", { exclude: ['.env'] }],
    ["rsync -a --filter='+ .env' --exclude='.env*' . x", { exclude: ['.env*'], keep: ['.env'] }],
    ["rsync -a --exclude='+ .env' --exclude='.env*' . x", { exclude: ['.env*'], keep: ['.env'] }],
    ["rsync -a -f '- .env' -f '!' . x", {}],
    ["rsync -a -f '- .env' -f 'merge rules' . x", {}],
    ["rsync -a -f ':- .gitignore' . x", {}],
    ["rsync -a -f '-! .env' . x", {}],
    ["rclone copy . r:x --filter '- .env'", { exclude: ['.env'] }],
    [
      "aws s3 sync . s3://b --exclude '.env' --exclude '*.env*'",
      { exclude: ['/.env', '*.env*'], follows: 'all' },
    ],
    [
      "aws s3 sync . s3://b --exclude '*' --include '.env'",
      { exclude: ['*'], keep: ['.env'], follows: 'all' },
    ],
  ])('%s', (command, expected) => {
    expect(scopeOf(command)).toEqual(expected);
  });
});

describe('commands of a transfer', () => {
  it.each([
    ["sftp h <<< 'put .env'", ['read .env (sftp)']],
    ["echo '-put -p .env x' | sftp -b - h", ['read .env (sftp)']],
    ["sftp h <<< 'get x/.env'", ['write .env (sftp)']],
    ["sftp h <<< '!cat .env'", ['read .env (cat)']],
    ['sftp h:x/.env', ['write .env (sftp)']],
    ['sftp u@h:dir/', []],
    ["sftp h <<< 'ls .env'", []],
    ["lftp -e 'put .env; bye' h", ['read .env (lftp)']],
    ["lftp -c 'mirror -R src /x'", ['read src (lftp) and below']],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });
});

describe('a program of a cloud', () => {
  it.each([
    ['gcloud storage cp .env gs://b', 'read .env (gcloud storage cp)'],
    ['gcloud secrets create x --data-file=.env', 'read .env (gcloud)'],
    ['gcloud compute scp .env h:', 'read .env (gcloud compute scp)'],
    ['gsutil -m cp .env gs://b', 'read .env (gsutil cp)'],
    ['az storage blob upload -f .env -c c', 'read .env (az storage blob upload)'],
    ['az storage blob download -f .env -c c', 'write .env (az storage blob download)'],
    ['az storage blob upload-batch -s . -d c', 'read . (az storage blob upload-batch) and below'],
    ['az rest --body @.env', 'read .env (az)'],
    ['aws s3api put-object --body .env --key k', 'read .env (aws s3api put-object)'],
    ['aws s3api get-object --bucket b --key k .env', 'write .env (aws s3api get-object)'],
    ['aws s3 cp s3://b/.env ./', 'write .env (aws s3 cp)'],
    ['scp h:x/.env ./', 'write .env (scp)'],
    ['scp h:.env ./', 'write .env (scp)'],
    ['rclone moveto .env r:x', 'write .env (rclone moveto)'],
    ['kubectl create secret generic s --from-file=.', 'read . (kubectl create) and below'],
  ])('%s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });

  it.each(['gcloud compute ssh h --command .env', 'az group list --query .env', 'gsutil ls gs://b/.env'])(
    'reads nothing else: %s',
    (command) => {
      expect(touched(command)).toEqual([]);
    },
  );
});
