import { csvText } from '../../lib/csv.ts';
import { recordsOf, unguarded } from '../../lib/csv-records.ts';
import { changeCells, type ChangeWords } from './audit-changes.ts';
import { detailsText } from './audit-details.ts';
import type { AuditRow } from './audit-model.ts';
import { actorText, sentence } from './audit-sentence.ts';

type FileRow = Omit<AuditRow, 'id'>;

/**
 * The log as people read it, from the file that the server writes for programs: in the reader's words and the account's time, a line for
 * each field that was changed.
 */
export function auditFile(text: string, words: ChangeWords): string {
  const { t, format } = words;
  const lines = rowsOf(text).flatMap((row) => {
    const said = [format.dateTime(row.at), actorText(row, t), sentence(row, t)];
    const more = detailsText(row, words);
    const changes = changeCells(row, words);
    if (changes.length === 0) return [[...said, '', '', '', more]];
    return changes.map(({ field, before, after }) => [...said, field, before, after, more]);
  });
  const head = [
    t('AuditTime'),
    t('AuditActor'),
    t('AuditWhat'),
    t('AuditFileField'),
    t('AuditFileBefore'),
    t('AuditFileAfter'),
    t('AuditFileMore'),
  ];
  return csvText([head, ...lines], format.language);
}

/** The rows of the file for programs, whose columns are time, actor, kind of actor, act, subject and particulars. */
function rowsOf(text: string): FileRow[] {
  return recordsOf(text)
    .slice(1)
    .flatMap(([at = '', actor = '', kind = '', action = '', subject = '', kept = '']) => {
      if (kept === '') return [];
      const { changes = [], ...details } = JSON.parse(kept) as FileRow['details'] & { readonly changes?: FileRow['changes'] };
      const actor_kind = kind as FileRow['actor_kind'];
      return [{ at, actor: unguarded(actor), actor_kind, action, subject: unguarded(subject), details, changes }];
    });
}
