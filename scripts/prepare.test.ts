import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PREPARE = fileURLToPath(new URL('./prepare.mjs', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'a signal that only reaches the shell between npm and the launcher ends the program behind it',
  { timeout: 20_000 },
  async () => {
    const program = `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); setInterval(() => {}, 1000); console.log('running');`;
    const launcher = `import(${JSON.stringify(PREPARE)}).then((m) => m.runInFront(process.execPath, ['-e', ${JSON.stringify(program)}]))`;
    const shell = spawn('sh', ['-c', '"$NODE" -e "$LAUNCHER"; exit 0'], {
      env: { ...process.env, NODE: process.execPath, LAUNCHER: launcher, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.trim() === 'running') shell.kill('SIGTERM');
    });
    await new Promise((done) => shell.stdout.once('close', done));
    expect(output).toBe('running\ndrained\n');
  },
);

test.skipIf(process.platform === 'win32')(
  '12-B12: SIGINT to the launcher alone ends the program behind it, which drains first',
  { timeout: 20_000 },
  async () => {
    const program = `process.on('SIGINT', () => { console.log('drained'); process.exit(0); }); setInterval(() => {}, 1000); console.log('running');`;
    const launcher = spawn(
      process.execPath,
      [
        '-e',
        `import(${JSON.stringify(PREPARE)}).then(async (m) => { process.exitCode = await m.runInFront(process.execPath, ['-e', ${JSON.stringify(program)}]); })`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    launcher.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.trim() === 'running') launcher.kill('SIGINT');
    });
    const code = await new Promise((done) => launcher.once('exit', done));
    expect({ output, code }).toEqual({ output: 'running\ndrained\n', code: 0 });
  },
);
