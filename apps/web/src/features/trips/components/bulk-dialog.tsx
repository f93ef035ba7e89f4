import type { Trip } from '@spora/contract/trips/endpoints';
import { useState, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { BULK_FIELDS, bulkChangesOf, chosenOf, isEmptied, missingOf, valuesFor, type BulkFieldName } from '../bulk-values.ts';
import { changedMeanwhile, useBulk, withMore, type BulkOutcome } from '../use-bulk.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './bulk-dialog.module.css';
import { BulkField, useFieldLabel } from './bulk-fields.tsx';
import { BulkSummary } from './bulk-summary.tsx';
import { clearedOf, ClearQuestion } from './clear-question.tsx';

/** TRIP-021: one change of many trips, and afterwards which were changed and why others were not. */
export function BulkDialog(props: {
  ids: readonly number[];
  /** How many more are ticked that one may not change. */
  lockedCount: number;
  /** How many were ticked and left the list since. */
  leftCount: number;
  known: readonly Trip[];
  /** What the trips lack that the log is narrowed to. */
  lacking?: BulkFieldName | null;
  edits: TripEdits;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const { leftCount, lacking = null, edits, onClose, onDone } = props;
  const t = useT();
  const { ID: userId } = useUser();
  const errors = useErrorText();
  const format = useFormat();
  const bulk = useBulk(edits);
  // What was on the screen when it opened: it lies over the list, and what comes into that meanwhile nobody has seen (ERR-041).
  const [known] = useState(props.known);
  // Those that it was begun with: what it changes may leave the list under it.
  const [begun, setBegun] = useState<readonly number[] | null>(null);
  const ids = begun ?? props.ids;
  const [values, setValues] = useState(() => valuesFor(lacking));
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const { done } = bulk;
  const isBusy = done !== null;
  const chosen = chosenOf(values);
  const missing = missingOf(values);
  const form = useFirstError<HTMLFormElement>(tries);

  const cleared = clearedOf(
    chosen.filter((field) => isEmptied(values, field)),
    { count: ids.length, known: known.filter(({ id }) => ids.includes(id)) },
  );
  const finish = (told: BulkOutcome): void => {
    // Said where it can be taken back; a second window only to say why some were not changed.
    if (told.refused.length > 0 || told.left > 0) return setOutcome(told);
    onClose();
    onDone();
  };
  const save = async (): Promise<void> => {
    setFailure(null);
    setAsking(false);
    setBegun(ids);
    try {
      finish(await bulk.run(ids, bulkChangesOf(values), known));
    } catch (error) {
      setBegun(null);
      setFailure(error);
    }
  };
  /** Those that others changed, too, as they are told now. */
  const overwrite = async (before: BulkOutcome): Promise<void> => {
    setFailure(null);
    const trips = changedMeanwhile(before);
    try {
      const told = await bulk.run(
        trips.map(({ id }) => id),
        bulkChangesOf(values),
        trips,
      );
      finish(withMore(before, told));
    } catch (error) {
      setFailure(error);
    }
  };
  const isTyped = chosen.some((field) => field !== 'type' && values[field].value !== '');
  const leave = useCarefulClose(isTyped && outcome === null, () => {
    onClose();
    if (outcome) onDone();
  });
  const close = (): void => {
    if (!isBusy) leave();
  };
  const submit = (): void => {
    if (missing.length > 0) setTries(tries + 1);
    else if (cleared.length > 0) setAsking(true);
    else void save();
  };
  const labelOf = useFieldLabel();
  return (
    <Dialog title={t('ChangeTickedTitle', { count: ids.length })} closeLabel={t('Close')} isOpen onClose={close}>
      {outcome ? (
        <>
          <BulkSummary
            outcome={outcome}
            known={known}
            fields={chosen}
            isBusy={isBusy}
            onOverwrite={() => void overwrite(outcome)}
          />
          {failure !== null && <p role="alert">{errors.text(failure)}</p>}
          <div className={styles['actions']}>
            <Button look="primary" onClick={close}>
              {t('Done')}
            </Button>
          </div>
        </>
      ) : isAsking ? (
        <ClearQuestion
          cleared={cleared.map((each) => ({ ...each, label: labelOf(each.field) }))}
          count={ids.length}
          onBack={() => setAsking(false)}
          onClear={() => void save()}
        />
      ) : (
        <form
          className={styles['form']}
          aria-label={t('ChangeTicked')}
          noValidate
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) submit();
          }}
        >
          <p className={styles['lead']}>{t('ChangeTickedLead')}</p>
          {props.lockedCount > 0 && <p className={styles['lead']}>{t('TickedLocked', { count: props.lockedCount })}</p>}
          {begun === null && leftCount > 0 && (
            <p className={styles['lead']} role="status">
              {t('TickedLeft', { count: leftCount })}
            </p>
          )}
          {BULK_FIELDS.map((field) => (
            <BulkField
              key={field}
              field={field}
              trips={known}
              values={values}
              isFirst={field === lacking}
              isMissing={tries > 0 && missing.includes(field)}
              onChange={setValues}
            />
          ))}
          {values.type.isChosen && values.type.value === 'private' && known.some((trip) => trip.driver_id !== userId) && (
            <p className={styles['lead']}>{t('MakePrivateMany')}</p>
          )}
          {failure !== null && <p role="alert">{errors.text(failure)}</p>}
          <div className={styles['actions']}>
            {done !== null && ids.length > done && (
              <span role="status">{t('BulkProgress', { done: format.number(done), count: format.number(ids.length) })}</span>
            )}
            <Button onClick={isBusy ? bulk.stop : close}>{t('Cancel')}</Button>
            <Button type="submit" look="primary" isBusy={isBusy} disabled={chosen.length === 0 || ids.length === 0}>
              {t('ChangeTrips', { count: ids.length })}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
