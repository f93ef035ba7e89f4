import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from '../components/modes.module.css';
import { theftsQuery } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';
import { TheftOffButton } from './theft-off-button.tsx';

const SHOWN_MAX = 5;

/** MODE-010: on the map, the units whose theft mode is on, with the way to each and the way to end it. */
export function TheftsOnMap({ openImei }: { openImei: string | undefined }): ReactNode {
  const t = useT();
  const texts = useModeTexts();
  const units = useQuery(theftsQuery(useSend())).data?.units ?? [];
  const [only, ...others] = units;
  // The card of the unit says it too.
  if (!only || (others.length === 0 && only.imei === openImei)) return null;
  if (others.length === 0)
    return (
      <Banner
        tone="danger"
        action={
          only.can.end && only.imei && <TheftOffButton imei={only.imei} unitName={only.name} after={texts.modeAfter(only)} />
        }
      >
        <strong>{t('TheftModeOn')}:</strong> <ToUnit imei={only.imei} name={only.name} />.{' '}
        <Unbroken>{`${texts.theftUntil(only)}.`}</Unbroken>
      </Banner>
    );
  return (
    <Banner tone="danger">
      <strong>{t('TheftModeMany', { count: units.length })}</strong>
      <span className={styles['names']}>
        {units.slice(0, SHOWN_MAX).map(({ id, imei, name }) => (
          <ToUnit key={id} imei={imei} name={name} />
        ))}
      </span>
    </Banner>
  );
}

const ToUnit = ({ imei, name }: { imei: string | null; name: string }): ReactNode =>
  imei ? (
    <PageLink to={ADDRESSES.map} search={{ unit: imei }}>
      {name}
    </PageLink>
  ) : (
    name
  );
