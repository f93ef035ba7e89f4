import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Banner } from '../../../ui/banner.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from '../components/modes.module.css';
import { theftsQuery } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';
import { TheftOffButton } from './theft-off-button.tsx';

const SHOWN_MAX = 5;

/** MODE-010: on the map, the units whose theft mode is on, with the way to each and the way to end it; in one line where it is folded. */
export function TheftsOnMap({ openImei }: { openImei: string | undefined }): ReactNode {
  const t = useT();
  const texts = useModeTexts();
  const isPhone = useMedia('(width < 768px)');
  // Until somebody folds or unfolds it: a phone's map has little room.
  const [isChosenOpen, setOpen] = useState<boolean | null>(null);
  const isOpen = isChosenOpen ?? !isPhone;
  const units = useQuery(theftsQuery(useSend())).data?.units ?? [];
  const [only, ...others] = units;
  // The card of the unit says it too.
  if (!only || (others.length === 0 && only.imei === openImei)) return null;
  const isOne = others.length === 0;
  const end = isOne && isOpen && only.can.end && only.imei && (
    <TheftOffButton imei={only.imei} unitName={only.name} after={texts.modeAfter(only)} />
  );
  const fold = (
    <IconButton
      icon="chevron-down"
      isSmall
      label={t(isOpen ? 'TheftModeLess' : 'TheftModeMore')}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    />
  );
  const actions = (
    <span className={styles['theftEnds']}>
      {end}
      {fold}
    </span>
  );
  return (
    <Banner tone="danger" action={actions}>
      <span className={cx(!isOpen && styles['oneLine'])}>
        {isOne ? (
          <>
            <strong>{t(isOpen ? 'TheftModeOn' : 'TheftMode')}:</strong> <ToUnit imei={only.imei} name={only.name} />
          </>
        ) : (
          <strong>{t('TheftModeMany', { count: units.length })}</strong>
        )}
        {isOne && isOpen && (
          <>
            . <Unbroken>{`${texts.theftUntil(only)}.`}</Unbroken>
          </>
        )}
      </span>
      {!isOne && isOpen && (
        <span className={styles['names']}>
          {units.slice(0, SHOWN_MAX).map(({ id, imei, name }) => (
            <ToUnit key={id} imei={imei} name={name} />
          ))}
        </span>
      )}
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
