// npm start: installs and builds what is missing, then runs the program; arguments are handed on.
import { readCommand } from './command-line.mjs';
import { ensureInstalled, ensureWebBuilt, findNode, projectDir, runInFront } from './prepare.mjs';
import { join } from 'node:path';

const { roles } = readCommand('start').values;
ensureInstalled();
const node = findNode();
// Whoever serves no pages needs none.
if (servesPages()) ensureWebBuilt(node);
process.exitCode = await runInFront(node, [join(projectDir, 'apps/server/src/main.ts'), ...process.argv.slice(2)]);

/** Whether the roles asked for (all, if none are) include the interface. */
function servesPages() {
  return roles === undefined || roles.split(',').includes('api');
}
