import { join } from 'node:path';
import { readConfig } from '../platform/configuration/config.ts';
import { writeSealKey } from '../platform/secrets/seal-keys.ts';

// The processes that seal take the new key when they are started again; what the old one sealed verifies as before.
const folder = join(readConfig().dataDir, 'keys');
console.log(`${await writeSealKey(folder, new Date())} seals from the next start on. Keep ${folder} as you keep the database.`);
