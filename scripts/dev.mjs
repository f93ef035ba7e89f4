// npm run dev: the program restarts when its source changes, and vite serves the web application with its changes at once.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readCommand } from './command-line.mjs';
import { ensureInstalled, findNode, projectDir, runInFront, viteBin } from './prepare.mjs';

readCommand('dev');
ensureInstalled();
const node = findNode();
const main = join(projectDir, 'apps/server/src/main.ts');
const server = spawn(node, ['--watch', '--watch-preserve-output', main, ...process.argv.slice(2)], {
  cwd: projectDir,
  stdio: 'inherit',
});
process.exitCode = await runInFront(node, [viteBin()], {
  cwd: join(projectDir, 'apps/web'),
  isTerminalEnough: true,
});
server.kill('SIGTERM');
