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
