import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { ATTEST_STATES } from '@spora/contract/attestation/values';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { MessageKey } from '@spora/messages/keys';
import type { Translate } from '@spora/messages/translate';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useNow } from '../../../lib/age.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { WaitingButton } from '../../../ui/waiting-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { Toast } from '../../../ui/toast-list.ts';
import { EmptyOrBegin } from '../../../ui/begin-unit.tsx';
import {
  batchOf,
  isMonth,
  monthLater,
  rowKey,
  WAITING_STATES,
  type AttestParts,
  type AttestPatch,
  type AttestSearch,
} from '../model.ts';
import { statusQuery, useAttestWrite } from '../queries.ts';
import { AttestChoice } from './attest-choice.tsx';
import { BatchDialog, ReasonDialog, ResultDialog, type BatchResult } from './attest-dialogs.tsx';
import { AttestTable } from './attest-table.tsx';
import { ConfirmOne } from './confirm-attest.tsx';
import { cx } from '../../../ui/cx.ts';
import styles from './attest.module.css';

/** ATT-013: who has attested what of a month; administrators attest, remind and open from here. */
export function AttestStatus(props: AttestParts): ReactNode {
  const { search } = props;
  const t = useT();
  const format = useFormat();
  const last = monthLater(format.day(useNow()).slice(0, 7), -1);
  const month = search.month ?? last;
  const query = useQuery(
    statusQuery(useSend(), {
      month,
      department: search.department,
      user_id: search.user,
      unit_id: search.unit,
      state: search.state,
      ...(search.missing ? { lacking: 'true' } : {}),
    }),
  );
  return (
    <div className={styles['stack']}>
      <MonthStep month={month} usual={last} onSearch={props.onSearch} />
      <Loaded query={query} heights={rowsOf(52)} className={styles['stack']}>
        {(data) => (
          <>
            {month > last && data.rows.length > 0 && (
              <p className={styles['soft']}>{t('AttestWhenOver', { day: `${monthLater(month, 1)}-01` })}</p>
            )}
            <Status {...props} data={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function MonthStep(props: { month: string; usual: string; onSearch: (patch: AttestPatch) => void }): ReactNode {
  const { month, usual, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const show = (next: string): void => onSearch({ month: next === usual ? undefined : next });
  return (
    <div className={styles['period']}>
      <IconButton icon="chevron-left" label={t('PreviousMonth')} onClick={() => show(monthLater(month, -1))} />
      <h2 className={styles['month']}>{format.month(month)}</h2>
      <IconButton
        icon="chevron-right"
        label={t('NextMonth')}
        disabled={month > usual}
        onClick={() => show(monthLater(month, 1))}
      />
    </div>
  );
}

function Status(props: AttestParts & { data: DataOf<'attestation.status'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const user = useUser();
  const { IsAdmin } = user;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = data.rows.filter((row) => chosen.has(rowKey(row)));
  const choose = (keys: readonly string[], isOn: boolean): void =>
    setChosen((before) => new Set(isOn ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  const isNarrowed = Boolean(search.department ?? search.user ?? search.unit ?? search.state ?? search.missing);
  return (
    <>
      <Filters data={data} search={search} onSearch={onSearch} />
      {/* What is asked about a row stays open when a newer list no longer has rows. */}
      <Actions rows={rows} onDone={() => setChosen(new Set())} onShow={() => onSearch({ state: 'admin', missing: undefined })}>
        {(act) =>
          data.rows.length === 0 ? (
            <EmptyOrBegin text={t('AttestBeginText')}>
              {isDone(data, search) ? (
                <AllDone {...props} />
              ) : (
                <EmptyState
                  icon="log"
                  title={isNarrowed ? t('AttestNoMatch') : t(hasOthers(user) ? 'AttestNoRows' : 'AttestNoTrips')}
                  action={isNarrowed && <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
                >
                  {!isNarrowed && !hasOthers(user) && t('AttestWhatFor')}
                </EmptyState>
              )}
            </EmptyOrBegin>
          ) : (
            <AttestTable rows={data.rows} chosen={chosen} onChoose={IsAdmin ? choose : null} {...act} />
          )
        }
      </Actions>
      {IsAdmin && hasOthers(user) && data.rows.length > 0 && <LeftOut data={data} isNarrowed={isNarrowed} />}
    </>
  );
}

const NO_FILTERS = { department: undefined, user: undefined, unit: undefined, state: undefined, missing: undefined };

const waitingOf = ({ counts }: DataOf<'attestation.status'>): number =>
  WAITING_STATES.reduce((sum, state) => sum + counts[state], 0);

/** Whether what was gone through has come to its end: of rows that waited, or that missed something, none is left, and there are others. */
function isDone(data: DataOf<'attestation.status'>, { state, missing }: AttestSearch): boolean {
  const isEmptied = state === undefined ? missing !== undefined : state !== 'admin' && !missing;
  return isEmptied && waitingOf(data) + data.counts.admin > 0;
}

/** Says so, and what comes next: those that wait for something else, or what is attested. */
function AllDone(props: AttestParts & { data: DataOf<'attestation.status'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const waiting = waitingOf(data);
  const isOfPart = Boolean(search.department ?? search.user ?? search.unit);
  const show = (state: AttestSearch['state']): void => onSearch({ state, missing: undefined });
  return (
    <EmptyState
      icon="check"
      title={t(search.missing ? 'AttestNothingOpen' : 'AttestNoneWaits')}
      action={
        waiting > 0 ? (
          <Button onClick={() => show(undefined)}>{t('AttestShowWaiting', { count: waiting })}</Button>
        ) : (
          <Button onClick={() => show('admin')}>{t('BatchShow')}</Button>
        )
      }
    >
      {waiting === 0 && !isOfPart && t('AttestMonthDone', { month: format.month(data.month) })}
    </EmptyState>
  );
}

/**
 * What the figures leave out, and who has no row, so that nobody is looked for in vain. TRIP-032: said the same whether somebody drove
 * privately or not.
 */
function LeftOut({ data, isNarrowed }: { data: DataOf<'attestation.status'>; isNarrowed: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { not_driven, not_attested } = data.left_out;
  const said = [
    t('AttestPrivateNotIn'),
    !isNarrowed && not_driven > 0 && t('AttestNotDriven', { count: not_driven, month: format.month(data.month) }),
    !isNarrowed && not_attested > 0 && t('AttestSwitchedOff', { count: not_attested }),
  ];
  return <p className={styles['soft']}>{said.filter(Boolean).join(' ')}</p>;
}

function Filters(props: {
  data: DataOf<'attestation.status'>;
  search: AttestSearch;
  onSearch: (patch: AttestPatch) => void;
}): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const { choices, counts } = data;
  const isWide = useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  // On a phone the first name stands high: the states have one or two lines, the choices wait behind a button.
  const isShown = isWide || isOpen;
  const count = [search.department, search.user, search.unit].filter(Boolean).length;
  const parts = { search, onSearch };
  const named = (one: { id: number; name: string }) => ({ value: String(one.id), label: one.name });
  return (
    <div className={styles['filters']} role="search" aria-label={t('AttestTabStatus')}>
      {!isWide && (
        <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? t('FiltersSet', { count }) : t('Filters')}
        </Button>
      )}
      <div className={styles['states']} role="group" aria-label={t('AttestState')}>
        {ATTEST_STATES.filter((state) => counts[state] > 0 || search.state === state).map((state) => (
          <button
            key={state}
            type="button"
            className={styles['state']}
            aria-pressed={search.state === state}
            onClick={() => onSearch({ state: search.state === state ? undefined : state, missing: undefined })}
          >
            {t(`AttestStates-${state}`, { count: counts[state] })}
          </button>
        ))}
        {(counts.lacking > 0 || search.missing) && (
          <button
            type="button"
            className={cx(styles['state'], styles['missing'])}
            aria-pressed={search.missing !== undefined}
            onClick={() => onSearch({ state: undefined, missing: search.missing ? undefined : 'yes' })}
          >
            {t('AttestStates-lacking', { count: counts.lacking })}
          </button>
        )}
      </div>
      {isShown && (
        <div className={styles['picks']}>
          <AttestChoice
            {...parts}
            name="department"
            label={t('Department')}
            all={t('AttestAllDepartments')}
            options={choices.departments.map((name) => ({ value: name, label: name }))}
          />
          <AttestChoice
            {...parts}
            name="user"
            label={t('Driver')}
            all={t('AttestAllDrivers')}
            options={choices.users.map(named)}
          />
          <AttestChoice {...parts} name="unit" label={t('Unit')} all={t('AllUnits')} options={choices.units.map(named)} />
        </div>
      )}
    </div>
  );
}

/** ERR-043, ATT-014: everybody who is chosen was reminded within a day: when, and when they may be again. */
function Reminded(props: { at: string | null; fromMs: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const { at, fromMs } = props;
  const again = { time: format.time(fromMs) };
  return (
    <span className={styles['soft']}>
      {at === null
        ? t('RemindedAll')
        : t(format.day(at) === today ? 'RemindedToday' : 'RemindedYesterday', { time: format.time(at) })}{' '}
      {t(format.day(fromMs) === today ? 'RemindAgainToday' : 'RemindAgainTomorrow', again)}
    </span>
  );
}

type Open =
  | { kind: 'batch'; rows: readonly AttestRow[] }
  | { kind: 'reopen'; row: AttestRow }
  | { kind: 'results'; title: string; done: string; results: BatchResult[] };

/** Whom reminders would go to, the first few by name. */
function namesOf(rows: readonly AttestRow[], t: Translate): string {
  const names = [...new Set(rows.map((row) => row.user_name ?? ''))];
  const rest = names.length - NAMES_MAX;
  const shown = names.slice(0, rest > 0 ? NAMES_MAX : undefined).join(', ');
  return rest > 0 ? t('RemindWhomMore', { names: shown, count: rest }) : shown;
}
const NAMES_MAX = 3;

/** What can be done with the chosen rows, and the dialogs that go with it. */
function Actions(props: {
  rows: readonly AttestRow[];
  onDone: () => void;
  /** Lists what is attested, where each can be opened again: with a reason, so that nothing is taken back by a press alone. */
  onShow: () => void;
  children: (act: { onAttest: (row: AttestRow) => void; onReopen: (row: AttestRow) => void }) => ReactNode;
}): ReactNode {
  const { rows, onDone } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const [open, setOpen] = useState<Open | null>(null);
  const batch = useAttestWrite('attestation.attest-batch');
  const remind = useAttestWrite('attestation.remind');
  const reopen = useAttestWrite('attestation.unattest');
  const { attest: chosen, remind: toRemind, waiting, reminded } = batchOf(rows, Date.now());
  const attest = open?.kind === 'batch' ? open.rows : [];
  // What was refused of others before is not said of these.
  const ask = (asked: readonly AttestRow[]): void => {
    batch.reset();
    setOpen({ kind: 'batch', rows: asked });
  };
  const nameOf = (row: AttestRow | undefined): string =>
    row ? [row.user_name ?? t('NoDriver'), row.unit_name, t('AttestSpan', row)].join(' · ') : '';
  const doneOf = (row: AttestRow): string =>
    t('BatchDoneOne', {
      name: row.user_name ?? t('NoDriver'),
      unit: row.unit_name,
      period: isMonth(row) ? format.month(row.from.slice(0, 7)) : t('AttestSpan', row),
    });
  const results = (
    of: readonly AttestRow[],
    answers: readonly ({ row: number } & ({ success: true } | { success: false; error: string }))[],
  ) =>
    answers.map((answer) => ({
      name: nameOf(of[answer.row]),
      error: answer.success ? null : errors.text(new ApiError(409, answer.error as MessageKey)),
    }));
  const well = (answers: readonly BatchResult[]): number => answers.filter((answer) => answer.error === null).length;
  const finish = (
    title: string,
    done: (count: number) => string,
    answers: BatchResult[],
    more?: Pick<Toast, 'text' | 'action'>,
  ): void => {
    onDone();
    if (well(answers) === answers.length) {
      setOpen(null);
      const text = done(answers.length);
      toasts.show(more ? { ...more, text: `${text}. ${more.text}` } : { text });
    } else setOpen({ kind: 'results', title, done: done(well(answers)), results: answers });
  };
  const sendReminders = (): void =>
    remind.mutate(
      { body: { rows: toRemind.map((row) => ({ user_id: row.user_id as number, from: row.from, to: row.to })) } },
      {
        onSuccess: (data) => finish(t('RemindTitle'), (count) => t('RemindDone', { count }), results(toRemind, data.results)),
        onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
      },
    );
  const attestAll = (note: string, asked: readonly AttestRow[] = attest): void =>
    batch.mutate(
      {
        body: {
          rows: asked.map(({ attestation_id, unit_id, user_id, from, to }) => ({ attestation_id, unit_id, user_id, from, to })),
          note,
        },
      },
      {
        onSuccess: (data) =>
          finish(
            t('BatchTitle', { count: asked.length }),
            (count) => (asked.length === 1 && asked[0] ? doneOf(asked[0]) : t('BatchDone', { count })),
            results(asked, data.results),
            { text: t('BatchAgain', { count: asked.length }), action: { label: t('BatchShow'), run: props.onShow } },
          ),
      },
    );
  return (
    <div className={styles['stack']}>
      {rows.length > 0 && (
        <div className={styles['bar']} role="region" aria-label={t('AttestChosen', { count: rows.length })}>
          <span className={styles['grow']}>{t('AttestChosen', { count: rows.length })}</span>
          {reminded && <Reminded {...reminded} />}
          {toRemind.length > 0 && waiting > 0 && <span className={styles['soft']}>{t('RemindedSome', { count: waiting })}</span>}
          {toRemind.length > 0 && <span className={styles['soft']}>{t('RemindWhom', { names: namesOf(toRemind, t) })}</span>}
          {toRemind.length > 0 && (
            <WaitingButton icon="mail" failure={remind.error} isBusy={remind.isPending} onClick={sendReminders}>
              {t('RemindButton', { count: toRemind.length })}
            </WaitingButton>
          )}
          <Button look="primary" icon="check" disabled={chosen.length === 0} onClick={() => ask(chosen)}>
            {t('BatchAttest', { count: chosen.length })}
          </Button>
        </div>
      )}
      {props.children({ onAttest: (row) => ask([row]), onReopen: (row) => setOpen({ kind: 'reopen', row }) })}
      {open?.kind === 'batch' && attest.length === 1 && attest[0] && (
        <ConfirmOne
          row={attest[0]}
          isBusy={batch.isPending}
          error={batch.error}
          onAttest={attestAll}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'batch' && attest.length > 1 && (
        <BatchDialog
          rows={attest}
          withoutUser={batchOf(attest, Date.now()).withoutUser}
          isBusy={batch.isPending}
          error={batch.error}
          onAttest={attestAll}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'reopen' && (
        <ReasonDialog
          title={t('ReopenTitle')}
          lead={t('ReopenLead', {
            name: open.row.user_name ?? t('NoDriver'),
            unit: open.row.unit_name,
            from: open.row.from,
            to: open.row.to,
          })}
          isBusy={reopen.isPending}
          error={reopen.error}
          onReason={(reason) =>
            reopen.mutate(
              { body: { id: open.row.attestation_id, reason } },
              {
                onSuccess: () => {
                  setOpen(null);
                  toasts.show({ text: t('ReopenSaved') });
                },
              },
            )
          }
          onClose={() => {
            reopen.reset();
            setOpen(null);
          }}
        />
      )}
      {open?.kind === 'results' && <ResultDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}
