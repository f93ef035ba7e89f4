import { join } from 'node:path';
import { askFirst, readCommand } from '../../../../scripts/command-line.mjs';
import { readConfig } from '../platform/configuration/config.ts';
import { writeSecretKey } from '../platform/secrets/secret-box.ts';

const line = readCommand('new-secret-key');
// Running processes take it within a minute; the worker seals anew what an older key sealed.
const folder = join(readConfig().dataDir, 'keys');
await askFirst(`Another key in ${folder} seals secrets from now on.`, line);
const id = await writeSecretKey(folder, new Date());
console.log(
  `secret-${id}.key seals secrets from now on. Copy it to every machine that runs Spora; older keys may go after a day.`,
);
