import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { matrixQuery } from '../queries.ts';
import { unitName } from '../unit-groups.ts';
import type { UserDraft } from '../user-draft.ts';
import styles from './user-sheet.module.css';

/** So many units are named. */
const NAMED_MAX = 6;

/** ADM-002: in words what a user sees and may do as the form stands, so that nobody has to read it out of boxes. */
export function WhatTheySee(props: {
  draft: Pick<UserDraft, 'is_admin' | 'unit_ids' | 'rights'>;
  /** Cannot sign in: it is what they would see and do again. */
  isDisabled?: boolean;
}): ReactNode {
  const { draft, isDisabled = false } = props;
  const t = useT();
  const { data } = useQuery(matrixQuery(useSend()));
  const hasMap = useUser().RealTimeMap;
  if (!draft.is_admin && !data) return null;
  const given = new Set(draft.unit_ids);
  const units = (data?.units ?? []).filter(({ id }) => given.has(id));
  const rights = MEMBER_RIGHTS.filter((right) => draft.rights.includes(right));
  return (
    <section className={styles['sees']} aria-label={t('UserSees')}>
      {isDisabled && <p className={styles['seesTitle']}>{t('UserSeesOnceEnabled')}</p>}
      {draft.is_admin ? (
        <p>{t('UserAdminMayAll')}</p>
      ) : (
        <>
          <p className={styles['seesTitle']}>{t('UserSeesUnits', { count: units.length })}</p>
          {units.length > 0 && (
            <>
              <ul>
                {units.slice(0, NAMED_MAX).map((unit) => (
                  <li key={unit.id}>{unitName(unit)}</li>
                ))}
                {units.length > NAMED_MAX && <li>{`+${units.length - NAMED_MAX}`}</li>}
              </ul>
              <p className={styles['seesTitle']}>{t('UserSeesAlways')}</p>
              <ul>
                <li>{t('UserSeesTrips', { count: units.length })}</li>
                <li>{t('UserSeesPrivate')}</li>
                <li>{t('UserSeesCheckIn')}</li>
                <li>{t('UserSeesAlarms', { count: units.length })}</li>
                {hasMap && <li>{t('UserSeesSharing', { count: units.length })}</li>}
              </ul>
            </>
          )}
          <p className={styles['seesTitle']}>{t('UserMayBesides', { count: rights.length })}</p>
          {rights.length > 0 && (
            <ul>
              {rights.map((right) => (
                <li key={right}>{t(`Right-${right}`)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
