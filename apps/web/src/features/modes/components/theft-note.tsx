import type { ModeData, TheftMode } from '@spora/contract/modes/endpoints';
import type { Translate } from '@spora/messages/translate';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { TheftOffButton } from '../public/theft-off-button.tsx';
import { useModeTexts } from '../use-mode-texts.ts';

/** MODE-010: that theft mode is on, since when, until when, whether the unit has it, and the way to end it. */
export function TheftNote(props: {
  imei: string;
  unitName: string;
  mode: ModeData;
  theft: TheftMode;
  isFollowed: boolean;
}): ReactNode {
  const { theft, mode } = props;
  const t = useT();
  const texts = useModeTexts();
  return (
    <Banner
      tone="danger"
      action={mode.can.theft && <TheftOffButton imei={props.imei} unitName={props.unitName} after={texts.modeAfter(theft)} />}
    >
      <strong>{t('TheftModeOn')}</strong>{' '}
      <Unbroken>{`${texts.theftSince(theft)}. ${texts.theftUntil(theft)}. ${gotText(mode, t, texts)}${props.isFollowed ? ` ${t('TheftModeFollowed')}` : ''}`}</Unbroken>
    </Banner>
  );
}

/** MODE-008: whether the tracker has got it, or cannot. */
function gotText({ current, pending, modes }: ModeData, t: Translate, texts: ReturnType<typeof useModeTexts>): string {
  if (pending?.mode === 'theft') {
    if (pending.state === 'sent') return t('ModeSent');
    if (pending.state === 'refused') return t('TheftModeRefused');
    return `${t('TheftModeNotYet')} ${texts.activeBy(pending.expected_at)}.`;
  }
  if (current?.mode === 'theft') return t('TheftModeGot');
  return modes.includes('theft') ? '' : t('TheftModeSameReports');
}
