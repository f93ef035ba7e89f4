import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { ATTEST_NOTE_MAX } from '@spora/contract/limits';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isMonth, matterSearch, type Span, withoutUserText } from '../model.ts';
import { checkQuery } from '../queries.ts';
import { useUnitGone } from '../use-gone.ts';
import { WhyReopened } from './attest-stamps.tsx';
import styles from './attest.module.css';

/** ATT-001: what is attested only an administrator opens again, so that it is said once more what it is: whose, when, how much, and what is open in it. */
export function ConfirmAttest(props: {
  span: Span;
  trips: number;
  distance: string;
  /** Whose driving of what; null of one's own. */
  whose: string | null;
  /** Whose of the unit's trips a missing purpose is looked for in; nothing: all that one may see. */
  driver?: number | undefined;
  lead: string;
  /** Null: not known yet, or of no matter. */
  matters: DataOf<'attestation.check'>['matters'] | null;
  isBusy: boolean;
  error: unknown;
  onAttest: (note: string) => void;
  onClose: () => void;
  /** Whose private trips are in what is attested, and not in its figures (TRIP-032); null: of a unit without a driver. */
  privateOf?: string | null | undefined;
  /** Something else than the matters is to be looked at first. */
  isOpen?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { span, trips, matters } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const [note, setNote] = useState('');
  const month = isMonth(span) ? format.month(span.from.slice(0, 7)) : null;
  const what = [props.whose, t('TripCount', { count: trips }), props.distance].filter((part) => part !== null);
  return (
    <Dialog
      title={t('AttestConfirmTitle', { period: month ?? t('AttestSpan', span) })}
      closeLabel={t('Close')}
      isOpen
      onClose={props.onClose}
    >
      <form
        className={styles['stack']}
        aria-label={t('MenuAttest')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.isBusy) props.onAttest(note);
        }}
      >
        <p className={styles['figures']}>
          <strong>{what.join(' · ')}</strong>
          {props.privateOf !== undefined && (
            <span className={styles['under']}>
              {props.privateOf === null ? t('AttestPrivateLeftOut') : t('AttestPrivateOfDriver', { name: props.privateOf })}
            </span>
          )}
        </p>
        {matters?.length === 0 && !props.isOpen && (
          <p className={styles['ready']}>
            <Icon name="check" size={18} />
            {t('AttestNothingOpen')}
          </p>
        )}
        {matters && matters.length > 0 && (
          <Banner tone="warning">
            {t('AttestStillOpen')}
            <ul className={styles['open']}>
              {matters.map((matter) => (
                <li key={`${matter.kind} ${matter.unit_id}`}>
                  <PageLink
                    className={styles['missing']}
                    to={ADDRESSES.tripLog}
                    search={{
                      ...matterSearch(matter, span),
                      ...(props.driver !== undefined && matter.kind === 'purpose-missing'
                        ? { drivers: String(props.driver) }
                        : {}),
                    }}
                  >
                    {t(`AttestMatter-${matter.kind}`, { count: matter.count })} · {matter.unit_name}
                  </PageLink>
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {props.children}
        <p>{props.lead}</p>
        <TextField
          label={t('AttestNote')}
          help={t('AttestNoteHelp')}
          name="note"
          autoComplete="off"
          maxLength={ATTEST_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={errors.fields(props.error)['note'] ?? null}
        />
        <FailureBanner failure={props.error} ownFields={['note']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" icon="check" isBusy={props.isBusy}>
            {/* Where private trips go along that are not counted, a count would be of fewer than are attested. */}
            {props.privateOf !== undefined
              ? t('AttestConfirmPeriod', { period: month ?? t('AttestSpan', span) })
              : month === null
                ? t('AttestConfirmDays', { count: trips, ...span })
                : t('AttestConfirmMonth', { count: trips, month })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** DEC-47: one period, with what is open in it where nobody has attested it yet. */
export function ConfirmOne(props: {
  row: AttestRow;
  isBusy: boolean;
  error: unknown;
  onAttest: (note: string) => void;
  onClose: () => void;
}): ReactNode {
  const { row, ...rest } = props;
  const t = useT();
  const user = useUser();
  const { unit_id, user_id, from, to } = row;
  const distance = useUnitGone(unit_id);
  const isFirst = row.attestation_id === null;
  const check = useQuery({ ...checkQuery(useSend(), { unit_id, user_id, from, to }), enabled: isFirst });
  return (
    <ConfirmAttest
      {...rest}
      span={row}
      trips={row.trips}
      distance={distance(row.distance_m)}
      whose={[row.user_name ?? t('NoDriver'), row.unit_name].join(' · ')}
      driver={user_id ?? undefined}
      privateOf={hasOthers(user) && user_id !== user.ID ? row.user_name : undefined}
      lead={t(hasOthers(user) ? 'BatchLead' : 'AttestWhatAlone')}
      matters={check.data?.matters ?? null}
      isOpen={row.reopened_at !== null}
    >
      {row.reopened_at !== null && (
        <Banner tone="warning">
          <WhyReopened row={row} />
        </Banner>
      )}
      {isFirst && user_id !== null && hasOthers(user) && <Banner tone="warning">{t(withoutUserText(row, user.ID))}</Banner>}
    </ConfirmAttest>
  );
}
