import { ECO_FIELD_TEXTS, fieldTextsOf } from '@spora/contract/accounts/audit-fields';
import { ALARM_KIND_NAMES } from '@spora/contract/alarms/kinds';
import type { Translate } from '@spora/messages/translate';
import { fieldName } from '../units/public/unit-field-texts.ts';

/** Of `alarm-towing` the kind, as an alarm of it is called. */
const alarmKindOf = (field: string) => ALARM_KIND_NAMES.find((kind) => field === `alarm-${kind}`);

/** What was changed, in words: of a user or the company, a refuelling, an input or output, and of a unit else. */
export function fieldText(name: string, action: string, t: Translate): string | undefined {
  const io = /^D(IN|OUT)(\d)$/.exec(name);
  if (io) return io[1] === 'IN' ? t('IoInput', { n: io[2] ?? '' }) : t('IoOutput', { n: io[2] ?? '' });
  const output = /^output_(\d)$/.exec(name)?.[1];
  if (output) return t('IoOutput', { n: output });
  const alarm = alarmKindOf(name);
  if (alarm) return t(`AlarmKind_${alarm}`);
  if (action === 'eco-settings-changed') {
    const judged = ECO_FIELD_TEXTS.find(([field]) => field === name);
    return judged?.[1].map((key) => t(key)).join(', ');
  }
  const texts = fieldTextsOf(action);
  const key = (action === 'object-described' ? texts[`object_${name}`] : undefined) ?? texts[name];
  return key && fieldName(key, t);
}
