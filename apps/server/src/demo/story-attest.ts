import { attest, attestStatus, batchAttest, remindToAttest, unattest } from '@spora/contract/attestation/endpoints';
import { DEMO_ACCOUNTS } from './roster.ts';
import { Refused } from './story-caller.ts';
import type { Month, Scene } from './story-scene.ts';

/** Of the company, which the story is of. */
const withMonths = (DEMO_ACCOUNTS[0]?.units ?? []).filter(({ hasMonths }) => hasMonths === true).map(({ name }) => name);
/** Those who have attested the last month by now; one of them attested too early. */
const PROMPT = ['102 Servicebil Jonas', '104 VVS Söder', '201 Servicebil Hisingen'];
export const REOPENED = '201 Servicebil Hisingen';
const REMINDED = { unit: '301 Servicebil Lund', driver: 'Agnes Råbyholm' };

/** A month that is attested already, or in which nobody drove, is as it should be. */
async function attestAs(scene: Scene, unit: string, { from, to }: Month): Promise<void> {
  const driver = await scene.driverOf(unit);
  try {
    await driver.call(attest, { body: { imei: scene.imeiOf(unit), from, to } });
  } catch (error) {
    if (!(error instanceof Refused) || !error.keys.some((key) => key === 'AttestAlready' || key === 'AttestNothing')) throw error;
  }
}

/** The month before last: attested by its drivers and stamped by the administrator. */
export async function attestFirst(scene: Scene): Promise<void> {
  const { first } = scene.months;
  for (const unit of withMonths) await attestAs(scene, unit, first);
  const { rows } = await scene.admin.call(attestStatus, { query: { month: first.month } });
  const open = rows.filter(({ state }) => state === 'user');
  if (open.length > 0)
    await scene.admin.call(batchAttest, {
      body: {
        rows: open.map(({ attestation_id, unit_id, user_id, from, to }) => ({ attestation_id, unit_id, user_id, from, to })),
        note: 'Granskad',
      },
    });
}

/** The last month: some have attested it, one has to do it again, and one has been reminded. */
export async function attestSecond(scene: Scene): Promise<void> {
  const { second } = scene.months;
  const statusOf = async () => (await scene.admin.call(attestStatus, { query: { month: second.month } })).rows;
  const known = await statusOf();
  const isReopened = known.some(({ state }) => state === 'reopened');
  for (const unit of PROMPT.filter((name) => name !== REOPENED || !isReopened)) await attestAs(scene, unit, second);
  const early = (await statusOf()).find((row) => row.unit_name === REOPENED && row.state === 'user');
  if (early?.attestation_id)
    await scene.admin.call(unattest, {
      body: { id: early.attestation_id, reason: 'Resorna till Hisingen den 6 saknar projekt' },
    });
  const { from, to } = second;
  await scene.admin.call(remindToAttest, { body: { rows: [{ user_id: scene.personOf(REMINDED.driver).id, from, to }] } });
}
