// `npm run sbom`: the software bill of materials, from the lock file. Needs nothing installed.
import { existsSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { readCommand } from './command-line.mjs';
import { giveUp, npmCommand, projectDir } from './prepare.mjs';

const { values, positionals } = readCommand('sbom');
const [file] = positionals;
if (file !== undefined && existsSync(file)) giveUp(`${file} is there already: name another file.`);
const asked = ['sbom', '--package-lock-only', '--sbom-format', values.format, ...(values.all ? [] : ['--omit', 'dev'])];
const [program, args] = npmCommand(asked);
const { status, stdout, stderr } = spawnSync(program, args, {
  shell: process.platform === 'win32',
  cwd: projectDir,
  encoding: 'utf8',
  maxBuffer: 256 * 2 ** 20,
});
if (status !== 0) giveUp(`npm could not tell what is installed: ${stderr.trim()}`);
if (file === undefined) process.stdout.write(stdout);
else writeFileSync(file, stdout, { flag: 'wx' });
