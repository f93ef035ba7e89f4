import { TRIP_NOTE_MAX, TRIP_PURPOSE_MAX } from '@spora/contract/limits';
import type { Trip } from '@spora/contract/trips/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { driversQuery } from '../../drivers/public/drivers-query.ts';
import { TYPES, type TripType } from '../public/trip-search.ts';
import { useBulk, type BulkChanges, type BulkOutcome } from '../use-bulk.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './bulk-dialog.module.css';
import { BulkSummary } from './bulk-summary.tsx';
import { clearedOf, ClearQuestion } from './clear-question.tsx';

const FIELDS = ['type', 'purpose', 'project', 'note', 'driver'] as const;
type Field = (typeof FIELDS)[number];
const LABELS = {
  type: 'TripType',
  purpose: 'Purpose',
  project: 'Project',
  note: 'Note',
  driver: 'Driver',
} as const satisfies Record<Field, MessageKey>;
const TEXTS = ['purpose', 'project', 'note'] as const satisfies readonly Field[];
type Values = Record<Field, string>;

/** Only what is ticked is changed; a text that is ticked and empty clears it. */
function changesOf(chosen: readonly Field[], values: Values): BulkChanges {
  const has = (field: Field): boolean => chosen.includes(field);
  return {
    ...(has('type') && { type: values.type as TripType }),
    ...(has('purpose') && { purpose: values.purpose.trim() }),
    ...(has('project') && { project: values.project.trim() }),
    ...(has('note') && { note: values.note.trim() }),
    ...(has('driver') && { driver_id: values.driver === '' ? null : Number(values.driver) }),
  };
}

/** TRIP-021: one change of many trips, and afterwards which were changed and why others were not. */
export function BulkDialog(props: {
  ids: readonly number[];
  known: readonly Trip[];
  edits: TripEdits;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const { ids, known, edits, onClose, onDone } = props;
  const t = useT();
  const { ID: userId } = useUser();
  const errors = useErrorText();
  const format = useFormat();
  const bulk = useBulk(edits);
  const [chosen, setChosen] = useState<readonly Field[]>([]);
  const [values, setValues] = useState<Values>({ type: 'business', purpose: '', project: '', note: '', driver: '' });
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const { done } = bulk;
  const isBusy = done !== null;

  const cleared = clearedOf(
    chosen.filter((field) => field !== 'type' && values[field].trim() === ''),
    { count: ids.length, known },
  );

  const save = async (): Promise<void> => {
    setFailure(null);
    setAsking(false);
    try {
      const told = await bulk.run(ids, changesOf(chosen, values), known);
      // Said where it can be taken back; a second window only to say why some were not changed.
      if (told.refused.length > 0 || told.left > 0) return setOutcome(told);
      onClose();
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  const isTyped = TEXTS.some((field) => chosen.includes(field) && values[field] !== '');
  const leave = useCarefulClose(isTyped && outcome === null, () => {
    onClose();
    if (outcome) onDone();
  });
  const close = (): void => {
    if (!isBusy) leave();
  };
  const labelOf = useFieldLabel();
  return (
    <Dialog title={t('ChangeTickedTitle', { count: ids.length })} closeLabel={t('Close')} isOpen onClose={close}>
      {outcome ? (
        <>
          <BulkSummary outcome={outcome} known={known} />
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
        <div className={styles['form']}>
          <p className={styles['lead']}>{t('ChangeTickedLead')}</p>
          {FIELDS.map((field) => (
            <BulkField
              key={field}
              field={field}
              isChosen={chosen.includes(field)}
              value={values[field]}
              onChoose={(isOn) => setChosen(isOn ? [...chosen, field] : chosen.filter((each) => each !== field))}
              onChange={(value) => setValues({ ...values, [field]: value })}
            />
          ))}
          {chosen.includes('type') && values.type === 'private' && known.some((trip) => trip.driver_id !== userId) && (
            <p className={styles['lead']}>{t('MakePrivateMany')}</p>
          )}
          {failure !== null && <p role="alert">{errors.text(failure)}</p>}
          <div className={styles['actions']}>
            {done !== null && ids.length > done && (
              <span role="status">{t('BulkProgress', { done: format.number(done), count: format.number(ids.length) })}</span>
            )}
            <Button onClick={isBusy ? bulk.stop : close}>{t('Cancel')}</Button>
            <Button
              look="primary"
              isBusy={isBusy}
              disabled={chosen.length === 0}
              onClick={() => (cleared.length > 0 ? setAsking(true) : void save())}
            >
              {t('ChangeTrips', { count: ids.length })}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function useFieldLabel(): (field: Field) => string {
  const t = useT();
  return (field) => t(LABELS[field]);
}

function BulkField(props: {
  field: Field;
  isChosen: boolean;
  value: string;
  onChoose: (isOn: boolean) => void;
  onChange: (value: string) => void;
}): ReactNode {
  const { field, isChosen, value, onChange } = props;
  const t = useT();
  const label = useFieldLabel()(field);
  return (
    <div className={styles['field']}>
      <CheckBox label={label} checked={isChosen} onChange={props.onChoose} />
      {isChosen && field === 'type' && <TypeField value={value} label={label} onChange={onChange} />}
      {isChosen && field === 'driver' && <DriverField value={value} label={label} onChange={onChange} />}
      {isChosen && field !== 'type' && field !== 'driver' && (
        <TextField
          label={t('NewValue')}
          value={value}
          maxLength={field === 'note' ? TRIP_NOTE_MAX : TRIP_PURPOSE_MAX}
          help={t('NewValueHelp')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

interface ValueField {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function TypeField(props: ValueField): ReactNode {
  const typeText = useTripTypeText();
  return (
    <SelectField label={props.label} value={props.value} onChange={(event) => props.onChange(event.target.value)}>
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {typeText(type)}
        </option>
      ))}
    </SelectField>
  );
}

/** Empty: nobody. */
export function DriverField(props: ValueField & { imei?: string }): ReactNode {
  const t = useT();
  const drivers = useQuery(driversQuery(useSend(), props.imei ?? null)).data?.drivers ?? [];
  return (
    <PickField
      label={props.label}
      value={props.value}
      noneText={t('NoDriver')}
      options={drivers.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={props.onChange}
    />
  );
}
