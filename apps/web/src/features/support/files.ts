import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { csvText } from '../../lib/csv.ts';
import { recordsOf, unguarded } from '../../lib/csv-records.ts';
import { actText, brandText } from './model.ts';

interface Words {
  readonly t: Translate;
  readonly format: Format;
}

/** The staff's log as people read it, from the file that the server writes for programs: in their words and by the clock of the page. */
export function actsFile(text: string, { t, format }: Words): string {
  const head = [
    t('AuditTime'),
    t('AuditActor'),
    t('AuditAction'),
    t('ActAccountNumber'),
    t('AccountColumn'),
    t('AuditSubject'),
    t('ActVisitEnd'),
  ];
  const lines = rowsOf(text).map(([at = '', staff = '', action = '', number = '', name = '', about = '', left = '']) => [
    format.dateTime(at),
    unguarded(staff),
    actText(action, t),
    number,
    unguarded(name),
    unguarded(about),
    left && format.dateTime(left),
  ]);
  return csvText([head, ...lines], format.language);
}

/** The stock, likewise; what is still in it has no time of registration. */
export function stockFile(text: string, { t, format }: Words): string {
  const head = [
    t('ImeiColumn'),
    t('BrandLabel'),
    t('SubscriptionColumn'),
    t('FamilyColumn'),
    t('StockAdded'),
    t('StockRegisteredAt'),
  ];
  const lines = rowsOf(text).map(([imei = '', family = '', brand = '', subscription = '', added = '', registered = '']) => [
    imei,
    brandText(brand === '' ? null : Number(brand), t),
    subscription,
    family,
    format.dateTime(added),
    registered && format.dateTime(registered),
  ]);
  return csvText([head, ...lines], format.language);
}

/** All but the heading and what follows the last line. */
const rowsOf = (text: string): string[][] =>
  recordsOf(text)
    .slice(1)
    .filter((cells) => cells.length > 1);
