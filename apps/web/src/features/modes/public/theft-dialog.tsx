import { HOUR_MS } from '@spora/calendar/durations';
import type { ModeData } from '@spora/contract/modes/endpoints';
import { THEFT_HOURS } from '@spora/contract/modes/modes';
import type { Language } from '@spora/messages/languages';
import type { Translate } from '@spora/messages/translate';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useNow } from '../../../lib/age.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { nearMoment } from '../../../lib/near-moment.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { noteOwnAct } from '../../../lib/own-acts.ts';
import { hasOthers } from '../../../lib/rights.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useOfferToBeTold } from '../../../lib/to-be-told.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from '../components/modes.module.css';
import { modeQuery, useModeWrite } from '../queries.ts';
import { useModeTexts } from '../use-mode-texts.ts';

type Hours = (typeof THEFT_HOURS)[number];
const USUAL: Hours = 24;

/** MODE-009, SEC-014: what theft mode does, what it costs and when it is in effect, before it is turned on. */
export function TheftDialog(props: { imei: string; unitName: string; onClose: () => void }): ReactNode {
  const { imei, unitName, onClose } = props;
  const t = useT();
  const { language } = useLanguage();
  const user = useUser();
  const format = useFormat();
  const now = useNow();
  const offerToBeTold = useOfferToBeTold();
  const texts = useModeTexts();
  const errors = useErrorText();
  const { data } = useQuery(modeQuery(useSend(), imei));
  const [hours, setHours] = useState<Hours>(USUAL);
  const start = useModeWrite((send, chosen: Hours) =>
    call(send, 'modes.start-theft', { params: { imei }, body: { confirm: true, hours: chosen } }),
  );
  const press = (): void =>
    // Its alarm is said at once to whoever else is signed in; the place that it was turned on from shows that it is on.
    start.mutate(hours, {
      onSuccess: () => {
        noteOwnAct(`theft-mode ${imei}`);
        onClose();
      },
    });
  const after = data && texts.modeAfterStart(data);
  const isUntold = data?.security_receivers === 0;
  const canReport = data?.modes.includes('theft') ?? true;
  return (
    <Dialog title={t('TheftModeQuestion', { unit: unitName })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        {isUntold && (
          <Banner tone="warning" action={user.IsAdmin && offerToBeTold({ imei, name: unitName })}>
            {t('TheftModeToldNobody')}{' '}
            {user.IsAdmin ? <PageLink to={ADDRESSES.alarmReceivers}>{t('AlarmsChooseReceivers')}</PageLink> : t('UntoldAskAdmin')}
          </Banner>
        )}
        <ul className={styles['reasons']}>
          {data && !isUntold && <li>{toldText(data, t, language)}</li>}
          {canReport ? (
            <li>
              <span>{texts.theftWhat(data)}</span>
              {data && ` ${texts.activeBy(data.expected_at)}.`}
            </li>
          ) : (
            <li>{t('TheftModeOnlyTells')}</li>
          )}
          {canReport && data?.is_powered !== true && <li>{t('TheftModeBattery')}</li>}
          {canReport && after && <li>{after}</li>}
          {/* In an account of one person nobody else uses it privately. */}
          {hasOthers(user) && <li>{t('TheftModePrivate')}</li>}
        </ul>
        <SelectField
          label={t('TheftModeEnds')}
          help={hours !== null && t('TheftModeUntil', { time: nearMoment(now + hours * HOUR_MS, now, { t, format }) })}
          value={String(hours)}
          onChange={({ target }) => setHours(THEFT_HOURS.find((each) => String(each) === target.value) ?? null)}
        >
          {THEFT_HOURS.map((each) => (
            <option key={String(each)} value={String(each)}>
              {each === null ? t('TheftModeNever') : t('TheftModeHours', { count: each })}
            </option>
          ))}
        </SelectField>
        {data?.profile?.is_confirmed === false && <Banner tone="information">{t('ModeUnconfirmed')}</Banner>}
        {start.error && <Banner tone="danger">{errors.text(start.error)}</Banner>}
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" icon="alert" isBusy={start.isPending} onClick={press}>
            {t('TheftModeStart')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Who is told of it, and of the one how: a few by name, more of them by their number. */
function toldText(data: ModeData, t: Translate, language: Language): string {
  const { only_security_receiver: only, security_receivers: count, security_receiver_names: names } = data;
  if (!only && names.length > 1) return t('TheftModeToldFew', { names: listText(names, language) });
  if (!only) return t('TheftModeTold', { count });
  const { name, is_own: isOwn } = only;
  if (only.ways.length === 0) return isOwn ? t('TheftModeToldYou') : t('TheftModeToldOne', { name });
  const ways = listText(
    only.ways.map((way) => t(`TheftModeWay-${way}`)),
    language,
  );
  return isOwn ? t('TheftModeToldYouBy', { ways }) : t('TheftModeToldOneBy', { name, ways });
}
