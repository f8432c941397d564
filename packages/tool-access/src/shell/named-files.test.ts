import { describe, expect, it } from 'vitest';
import { problems, touched } from '../../test/shell/reading.js';

describe('files that programs name by words of their own', () => {
  it.each([
    ["psql -c '\\copy t from .env'", ['read .env (psql)']],
    ["psql -c '\\copy t (a, b) to .env csv'", ['write .env (psql)']],
    ["psql -c '\\copy (select a from b) to .env'", ['write .env (psql)']],
    ["psql -c '\\copy t from stdin'", []],
    ["psql db <<< '\\i .env'", ['read .env (psql)']],
    ["echo 'source .env' | mysql db", ['read .env (mysql)']],
    [`mysql -e "load data local infile '.env' into table t"`, ['read .env (mysql)']],
    ["mysql -e 'select source from t'", []],
    ["echo 'select 1' | psql", []],
    ['ffmpeg -i file:.env a.mp4', ['read .env (ffmpeg)', 'write a.mp4 (ffmpeg)']],
    ["ffmpeg -i 'concat:a|.env' b", ['read a (ffmpeg)', 'read .env (ffmpeg)', 'write b (ffmpeg)']],
    ['ffmpeg -i https://x/.env b', ['write b (ffmpeg)']],
    ['convert label:@.env x.png', ['read .env (convert)', 'write x.png (convert)']],
    [`vim -es -c "echo readfile('.env')" -c q`, ['read .env (vim)']],
    [`vim -es -c "call writefile(['x'], '.env')"`, ['write .env (vim)']],
    ['pandoc --include-in-header=.env a.md', ['read .env (pandoc)', 'read a.md (pandoc)']],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });

  it('what is fed to a database is no code for this machine', () => {
    expect(problems('gunzip -c dump.sql.gz | psql db')).toEqual([]);
  });
});
