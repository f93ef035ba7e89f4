import type { ModeData, TheftMode } from '@spora/contract/modes/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { TheftOffButton } from '../public/theft-off-button.tsx';
import { useModeTexts } from '../use-mode-texts.ts';

/** MODE-010: that theft mode is on, since when, until when, whether the unit has it, and the way to end it. */
export function TheftNote(props: { imei: string; unitName: string; mode: ModeData; theft: TheftMode }): ReactNode {
  const { theft, mode } = props;
  const t = useT();
  const texts = useModeTexts();
  const isOnItsWay = mode.pending?.mode === 'theft' ? mode.pending : null;
  return (
    <Banner
      tone="danger"
      action={mode.can.theft && <TheftOffButton imei={props.imei} unitName={props.unitName} after={texts.modeAfter(theft)} />}
    >
      <strong>{t('TheftModeOn')}</strong> {texts.theftSince(theft)}. {texts.theftUntil(theft)}.
      {isOnItsWay && ` ${t('TheftModeNotYet')} ${texts.activeBy(isOnItsWay.expected_at)}.`}
    </Banner>
  );
}
