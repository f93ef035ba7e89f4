import { join } from 'node:path';
import { askFirst, readCommand } from '../../../../scripts/command-line.mjs';
import { readConfig } from '../platform/configuration/config.ts';
import { writeSealKey } from '../platform/secrets/seal-keys.ts';

const line = readCommand('new-seal-key');
// The processes that seal take the new key when they are started again; what the old one sealed verifies as before.
const folder = join(readConfig().dataDir, 'keys');
await askFirst(`Another key in ${folder} seals from the next start on.`, line);
console.log(`${await writeSealKey(folder, new Date())} seals from the next start on. Keep ${folder} as you keep the database.`);
