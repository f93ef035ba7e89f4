// `node scripts/run.mjs NAME [arguments]`, from any folder: what npm run does for every command. It reads the arguments first, so
// that --help and a wrong option need nothing installed; then it installs what is missing and takes the Node that the project brings.
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCommand } from './command-line.mjs';
import { COMMANDS } from './commands.mjs';
import { ensureInstalled, findNode, giveUp, projectDir, runInFront } from './prepare.mjs';

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name) || COMMANDS[name].isInternal) {
  const names = Object.keys(COMMANDS).filter((key) => !COMMANDS[key].isInternal);
  console.error(`There is no command "${name}". The commands are ${names.join(', ')}.`);
  process.exit(2);
}
readCommand(name, args);
const { run, before = [], folder } = COMMANDS[name];
if (run.endsWith('.mjs') && !run.includes(':')) {
  // These prepare what they need themselves.
  process.argv = [process.execPath, join(projectDir, run), ...args];
  await import(pathToFileURL(process.argv[1]).href);
} else {
  ensureInstalled();
  process.exitCode = await runInFront(findNode(), [programOf(run, folder), ...before, ...args], {
    isTerminalEnough: true,
    cwd: folder === undefined ? process.cwd() : join(projectDir, folder),
  });
}

/** `package:path` is a file of an installed package, wherever npm has put it; anything else one of ours. */
function programOf(path, from = '.') {
  const [, owner, file] = /^([^:]+):(.+)$/.exec(path) ?? [];
  if (!owner || isAbsolute(path)) return join(projectDir, path);
  try {
    return join(dirname(createRequire(join(projectDir, from, 'package.json')).resolve(`${owner}/package.json`)), file);
  } catch {
    return giveUp(`${owner} is not installed: run npm ci.`);
  }
}
