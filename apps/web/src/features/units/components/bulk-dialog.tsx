import type { DataOf } from '@spora/contract/endpoint-map';
import type { BULK_FIELDS } from '@spora/contract/units/endpoints';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { forgetUnits, unitRowsQuery } from '../queries.ts';
import styles from './bulk.module.css';
import { type BulkChange, BulkResult, changesOf } from './bulk-result.tsx';
import { GroupField, TagsField } from './group-field.tsx';
import { MembersField } from './members-field.tsx';

/** Features have a dialog of their own. */
export type BulkField = Exclude<(typeof BULK_FIELDS)[number], 'features'>;
type Action = 'add' | 'remove' | 'replace';
type Answer = DataOf<'units.bulk'>;

/** UNIT-014: first what to do, then what it would change of each unit, then what became of each. */
export function BulkDialog(props: { field: BulkField; imeis: readonly string[]; onClose: () => void }): ReactNode {
  const { field, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  // What the dialog was opened for stays, whatever the list behind it does.
  const [imeis] = useState(() => [...props.imeis]);
  const [action, setAction] = useState<Action>(field === 'tags' || field === 'access' ? 'add' : 'replace');
  const [values, setValues] = useState<readonly string[]>([]);
  const ask = useMutation({
    mutationFn: (commit: boolean): Promise<Answer> =>
      call(send, 'units.bulk', { params: { field }, body: { imeis, action, values: [...values], commit } }),
    onSuccess: (_answer, commit) => {
      if (commit) forgetChanged(client);
    },
  });
  const isDone = ask.isSuccess && ask.variables;
  const back = useBulkBack(field, onClose);
  // NAV-039: names that were typed; what is only ticked is ticked again soon.
  const close = useCarefulClose(field !== 'access' && values.length > 0 && !isDone, onClose);
  return (
    <Dialog title={t(`Bulk-${field}`)} closeLabel={t('Close')} isOpen onClose={close}>
      {ask.data ? (
        <>
          <BulkResult answer={ask.data} isDone={isDone} />
          {field === 'access' && !isDone && <LostByAccess answer={ask.data} action={action} values={values} />}
          <FailureBanner failure={back.error} onRetry={() => back.mutate(changesOf(ask.data))} />
          <div className={styles['ends']}>
            {isDone ? (
              <>
                {changesOf(ask.data).length > 0 && (
                  <Button icon="undo" isBusy={back.isPending} onClick={() => back.mutate(changesOf(ask.data))}>
                    {t('Undo')}
                  </Button>
                )}
                <Button look="primary" onClick={onClose}>
                  {t('Done')}
                </Button>
              </>
            ) : (
              <Ends answer={ask.data} isBusy={ask.isPending} onBack={ask.reset} onCommit={() => ask.mutate(true)} />
            )}
          </div>
        </>
      ) : (
        <BulkForm
          field={field}
          count={imeis.length}
          action={action}
          onAction={setAction}
          values={values}
          onValues={setValues}
          isBusy={ask.isPending}
          error={ask.error}
          onSubmit={() => ask.mutate(false)}
        />
      )}
    </Dialog>
  );
}

/** ADM-011: what becomes of the bookings of users who lose these units. */
function LostByAccess(props: { answer: Answer; action: Action; values: readonly string[] }): ReactNode {
  const { action, values } = props;
  const { data } = useQuery({ ...unitRowsQuery(useSend(), false), enabled: action !== 'add' });
  const ids = new Map(data?.units.map(({ imei, id }) => [imei, id]));
  const isTaken = (user: string): boolean => values.includes(user) === (action === 'remove');
  const losses =
    action === 'add'
      ? []
      : changesOf(props.answer).flatMap(({ imei, had }) => {
          const unit_id = ids.get(imei);
          return unit_id === undefined ? [] : had.filter(isTaken).map((user) => ({ unit_id, user_id: Number(user) }));
        });
  return losses.length > 0 ? <BookingsLost losses={losses} isWarning /> : null;
}

/** Each of the changed units gets what it had, those that had the same at once. */
function useBulkBack(field: BulkField, onDone: () => void) {
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (changes: readonly BulkChange[]) => {
      for (const same of Map.groupBy(changes, ({ had }) => JSON.stringify(had)).values()) {
        const body = { imeis: same.map(({ imei }) => imei), values: same[0]?.had ?? [] };
        await call(send, 'units.bulk', { params: { field }, body: { ...body, action: 'replace', commit: true } });
      }
    },
    onSuccess: (_nothing, changes) => {
      toasts.show({ text: t('BulkUndone', { count: changes.length }) });
      onDone();
    },
    onSettled: () => forgetChanged(client),
  });
}

function forgetChanged(client: QueryClient): void {
  forgetUnits(client);
  void client.invalidateQueries({ queryKey: ['units.get'] });
}

function Ends(props: { answer: Answer; isBusy: boolean; onBack: () => void; onCommit: () => void }): ReactNode {
  const t = useT();
  const changes = changesOf(props.answer).length;
  return (
    <>
      <Button onClick={props.onBack}>{t('BulkBack')}</Button>
      <Button look="primary" disabled={changes === 0} isBusy={props.isBusy} onClick={props.onCommit}>
        {t('BulkCommit', { count: changes })}
      </Button>
    </>
  );
}

function BulkForm(props: {
  field: BulkField;
  count: number;
  action: Action;
  onAction: (action: Action) => void;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  isBusy: boolean;
  error: unknown;
  onSubmit: () => void;
}): ReactNode {
  const { field, action, values, onValues } = props;
  const t = useT();
  const isList = field === 'tags' || field === 'access';
  const needsValues = isList ? action !== 'replace' : action === 'replace';
  const [isTried, setTried] = useState(false);
  const isMissing = needsValues && values.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isMissing && !props.isBusy) props.onSubmit();
  };
  const missing = isTried && isMissing ? (field === 'access' ? t('BulkChooseMember') : t('SpecifyName')) : null;
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['soft']}>{t('BulkLead', { count: props.count })}</p>
      <SelectField label={t('BulkAction')} value={action} onChange={(event) => props.onAction(event.target.value as Action)}>
        {isList && <option value="add">{t('BulkAdd')}</option>}
        <option value="replace">{isList ? t('BulkReplace') : t('BulkSet')}</option>
        <option value="remove">{isList ? t('BulkRemove') : t('BulkClear')}</option>
      </SelectField>
      {field === 'access' && <MembersField chosen={values} onChange={onValues} error={missing} />}
      {field === 'tags' && <TagsField label={t('UnitTags')} values={values} onChange={onValues} error={missing} />}
      {!isList && action === 'replace' && (
        <GroupField
          kind={field}
          label={field === 'departments' ? t('Department') : t('Project')}
          value={values[0] ?? ''}
          onChange={(value) => onValues(value.trim() === '' ? [] : [value])}
          error={missing}
        />
      )}
      {props.error !== null && <FailureBanner failure={props.error} onRetry="submit" />}
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={props.isBusy}>
          {t('BulkPreview')}
        </Button>
      </div>
    </form>
  );
}
