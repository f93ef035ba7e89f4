import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { ATTEST_NOTE_MAX } from '@spora/contract/limits';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { isMonth, isReady, rowKey, rowMatterSearch, WAITING_STATES, withoutUserText } from '../model.ts';
import { useSumGone, useUnitGone } from '../use-gone.ts';
import { WhyReopened } from './attest-stamps.tsx';
import styles from './attest.module.css';

/** ATT-015: an attestation is taken away with a reason, which its driver is told. */
export function ReasonDialog(props: {
  title: string;
  lead: string;
  isBusy: boolean;
  error: unknown;
  onReason: (reason: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [reason, setReason] = useState('');
  const field = errors.fields(props.error)['reason'] ?? null;
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isBusy) props.onReason(reason);
        }}
      >
        <p>
          <Unbroken>{props.lead}</Unbroken>
        </p>
        <TextField
          label={t('ReopenReason')}
          name="reason"
          autoComplete="off"
          maxLength={ATTEST_NOTE_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={field}
        />
        {Boolean(props.error) && !field && <FailureBanner failure={props.error} onRetry="submit" />}
        <Ends onClose={props.onClose}>
          <Button type="submit" look="primary" icon="undo" isBusy={props.isBusy}>
            {t('ReopenButton')}
          </Button>
        </Ends>
      </form>
    </Dialog>
  );
}

/** DEC-47, ATT-010: says of each that will be attested whose it is, how much, and what is open in it, and of how many the driver has not attested. */
export function BatchDialog(props: {
  rows: readonly AttestRow[];
  withoutUser: readonly AttestRow[];
  isBusy: boolean;
  error: unknown;
  onAttest: (note: string, rows: readonly AttestRow[]) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [note, setNote] = useState('');
  const { rows, withoutUser } = props;
  const ready = rows.filter(isReady);
  const hasUnready = ready.length > 0 && ready.length < rows.length;
  const title = t('BatchTitle', { count: rows.length });
  const open = rows.filter((row) => row.matters.length > 0).length;
  const reopened = rows.filter((row) => row.reopened_at !== null).length;
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <form
        className={styles['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isBusy) props.onAttest(note, hasUnready ? ready : rows);
        }}
      >
        <BatchSum rows={rows} />
        <BatchStates rows={rows} />
        {(withoutUser.length > 0 || open > 0 || reopened > 0) && (
          <Banner tone="warning">
            {open > 0 && <div>{t('BatchStillOpen', { count: open })}</div>}
            {reopened > 0 && <div>{t('BatchReopened', { count: reopened })}</div>}
            {withoutUser.length > 0 && <div>{t('BatchWithoutUser', { count: withoutUser.length })}</div>}
          </Banner>
        )}
        {hasUnready && <WhatReady ready={ready} withoutUser={withoutUser} />}
        <ul className={styles['lines']} aria-label={title}>
          {rows.map((row) => (
            <BatchLine key={rowKey(row)} row={row} isWithoutUser={withoutUser.includes(row)} />
          ))}
        </ul>
        <p>{t('BatchLead')}</p>
        <TextField
          label={t('AttestNote')}
          name="note"
          autoComplete="off"
          maxLength={ATTEST_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={errors.fields(props.error)['note'] ?? null}
        />
        {Boolean(props.error) && <FailureBanner failure={props.error} onRetry="submit" />}
        <Ends onClose={props.onClose} isHeld>
          {hasUnready && (
            <Button isBusy={props.isBusy} onClick={() => props.onAttest(note, rows)}>
              {t('BatchAll', { count: rows.length })}
            </Button>
          )}
          <Button type="submit" look="primary" icon="check" isBusy={props.isBusy}>
            {hasUnready ? t('BatchReady', { count: ready.length }) : title}
          </Button>
        </Ends>
      </form>
    </Dialog>
  );
}

/** ATT-013: which of them the first button attests, and how many of those no driver has. */
function WhatReady({ ready, withoutUser }: { ready: readonly AttestRow[]; withoutUser: readonly AttestRow[] }): ReactNode {
  const t = useT();
  const count = ready.filter((row) => withoutUser.includes(row)).length;
  return (
    <p>
      {t('BatchWhatReady')}
      {count > 0 && ` ${t('BatchReadyWithoutUser', { count, ready: ready.length })}`}
    </p>
  );
}

/** How much all of them are together. */
function BatchSum({ rows }: { rows: readonly AttestRow[] }): ReactNode {
  const t = useT();
  const sumGone = useSumGone();
  const { ID } = useUser();
  const trips = rows.reduce((total, row) => total + row.trips, 0);
  const distance = sumGone(rows.map((row) => ({ unit_id: row.unit_id, metres: row.distance_m })));
  return (
    <p className={styles['figures']}>
      <strong>{[t('TripCount', { count: trips }), distance].join(' · ')}</strong>
      {rows.some((row) => row.user_id !== ID) && <span className={styles['under']}>{t('AttestPrivateLeftOut')}</span>}
    </p>
  );
}

/** How many of them are in which state, where not all are in the same. */
function BatchStates({ rows }: { rows: readonly AttestRow[] }): ReactNode {
  const t = useT();
  const states = WAITING_STATES.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count > 0 ? [t(`BatchState-${state}`, { count })] : [];
  });
  return states.length > 1 && <p>{states.join(', ')}.</p>;
}

function BatchLine({ row, isWithoutUser }: { row: AttestRow; isWithoutUser: boolean }): ReactNode {
  const t = useT();
  const { ID } = useUser();
  const distance = useUnitGone(row.unit_id);
  return (
    <li className={styles['line']}>
      <span className={styles['grow']}>
        <strong>{row.user_name ?? t('NoDriver')}</strong> · {row.unit_name}
        <span className={styles['under']}>
          {!isMonth(row) && `${t('AttestSpan', row)} · `}
          {t('TripCount', { count: row.trips })} · {distance(row.distance_m)}
        </span>
        {row.matters.map((matter) => (
          <span key={matter.kind} className={cx(styles['under'], styles['missing'])}>
            <PageLink className={styles['missing']} to={ADDRESSES.tripLog} search={rowMatterSearch(matter, row)}>
              {t(`AttestMatter-${matter.kind}`, { count: matter.count })}
            </PageLink>
            {matter.is_blocking && ` (${t('AttestRequired').toLowerCase()})`}
          </span>
        ))}
        {row.reopened_at !== null && (
          <span className={styles['under']}>
            <WhyReopened row={row} />
          </span>
        )}
        {isWithoutUser && <span className={styles['under']}>{t(withoutUserText(row, ID))}</span>}
      </span>
    </li>
  );
}

export interface BatchResult {
  readonly name: string;
  /** Null when it worked. */
  readonly error: string | null;
}

/** ATT-013: how many went well, and of each other one why not. */
export function ResultDialog(props: {
  title: string;
  done: string;
  results: readonly BatchResult[];
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const refused = props.results.filter((result) => result.error !== null);
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['stack']}>
        {refused.length < props.results.length && <Banner tone="success">{props.done}</Banner>}
        {refused.length > 0 && (
          <ul className={styles['lines']}>
            {refused.map((result, index) => (
              <li key={index} className={styles['line']}>
                <span className={styles['grow']}>
                  {result.name}
                  <span className={styles['under']}>{result.error}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className={styles['ends']}>
          <Button look="primary" onClick={props.onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** `isHeld`: in sight while what stands above is scrolled. */
function Ends(props: { onClose: () => void; isHeld?: boolean; children: ReactNode }): ReactNode {
  const t = useT();
  return (
    <div className={cx(styles['ends'], props.isHeld && styles['held'])}>
      <Button onClick={props.onClose}>{t('Cancel')}</Button>
      {props.children}
    </div>
  );
}
