import { expect, it } from 'vitest';
import { touched } from '../../../test/shell/reading.js';

it.each([
  ["psql -c '\\i .env'", 'read .env (psql)'],
  [`psql -c "\\copy t from '.env'"`, 'read .env (psql)'],
  ["psql -c '\\! cat .env'", 'read .env (cat)'],
  ["mysql -e 'source .env'", 'read .env (mysql)'],
  ["mysql -e '\\. .env'", 'read .env (mysql)'],
  [`emacs --batch --eval '(find-file ".env")'`, 'read .env (emacs)'],
  [`emacs --batch --eval '(write-region "x" nil ".env")'`, 'write .env (emacs)'],
  [`emacs --batch --eval '(call-process "cat" nil t nil ".env")'`, 'read .env (cat)'],
  [`emacs --batch --eval '(shell-command "cat .env")'`, 'read .env (cat)'],
  ["tclsh <<< 'puts [read [open .env]]'", 'read .env (tclsh)'],
  ["tclsh <<< 'open .env w'", 'write .env (tclsh)'],
  ["expect -c 'spawn cat .env'", 'read .env (cat)'],
  ['systemd-run -p EnvironmentFile=.env env', 'read .env (systemd-run)'],
  ['systemd-run -p StandardOutput=file:.env ls', 'write .env (systemd-run)'],
])('a name in the code of another language is read: %s', (command, expected) => {
  expect(touched(command)).toContain(expected);
});

it.each([
  ["psql -c 'select env from t'"],
  [`emacs --batch --eval '(message ".env")'`],
  ["tclsh <<< 'puts .env'"],
  ['systemd-run -p Description=.env ls'],
])('a text in the code of another language is no name: %s', (command) => {
  expect(touched(command).filter((each) => each.includes('.env'))).toEqual([]);
});
