import { readCommand, versionText } from '../../../../scripts/command-line.mjs';
import { examine, type Finding } from '../platform/examining/examination.ts';

const { values } = readCommand('doctor');
const MARKS: Readonly<Record<Finding['verdict'], string>> = { well: 'ok  ', look: 'look', wrong: 'FAIL' };

console.log(versionText());
const findings = await examine(process.env, { mailTo: values.mail, now: new Date() });
for (const { verdict, about, text } of findings) console.log(`${MARKS[verdict]} ${about.padEnd(9)} ${text}`);
const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} to put right.`);
if (wrong > 0) process.exitCode = 1;
