import type { PushBrowser } from '@spora/contract/alarms/push';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { deviceKind, pushAbility, pushFingerprint } from '../../../lib/push.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type PushTestOutcome, pushQuery, usePushOff, usePushOn, usePushTest } from '../push/queries.ts';
import frame from '../../../ui/section.module.css';
import settings from '../../../ui/settings.module.css';

/** NFR-007: the browsers that push goes to. Nothing asks for permission before the switch is used. */
export function PushPanel(props: { isStopped: boolean }): ReactNode {
  const query = useQuery(pushQuery(useSend()));
  return (
    <Loaded query={query} heights={[96]}>
      {({ key, browsers, receivers }) => (
        <Browsers vapidKey={key} browsers={browsers} isReceiver={receivers.length > 0} isStopped={props.isStopped} />
      )}
    </Loaded>
  );
}

function Browsers(props: {
  vapidKey: string;
  browsers: readonly PushBrowser[];
  isReceiver: boolean;
  isStopped: boolean;
}): ReactNode {
  const { vapidKey, browsers, isReceiver, isStopped } = props;
  const t = useT();
  const errors = useErrorText();
  const [own, setOwn] = useState<string | null>(null);
  const ability = pushAbility();
  // What the person allows outside of the page, the page is not told.
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // After each change of the list: it may have been this browser's.
    if (ability !== 'unknown') void pushFingerprint().then(setOwn, () => setOwn(null));
  }, [ability, browsers]);
  const here = browsers.find(({ fingerprint }) => fingerprint === own);
  const others = browsers.filter((each) => each !== here);
  const [on, off] = [usePushOn(), usePushOff()];
  const failure = on.isError ? on.error : off.isError ? off.error : null;
  const change = (isOn: boolean): void => {
    on.reset();
    off.reset();
    if (isOn) on.mutate(vapidKey);
    else if (here) off.mutate({ id: here.id, isHere: true });
  };
  return (
    <div className={settings['form']}>
      {!isReceiver && ability !== 'unknown' && <p>{t('PushNoReceiver')}</p>}
      {ability === 'unknown' ? (
        <p className={frame['soft']}>{t('PushUnknown')}</p>
      ) : (
        <div>
          <Switch
            label={t('PushOnThis')}
            isOn={on.isPending || (here !== undefined && !off.isPending)}
            isDisabled={on.isPending || off.isPending || (ability === 'blocked' && !here)}
            onChange={change}
          />
          {ability === 'blocked' ? <Blocked onLookAgain={lookAgain} /> : <p className={frame['soft']}>{t('PushHelp')}</p>}
        </div>
      )}
      {isStopped && browsers.length > 0 && <Banner tone="warning">{t('PushStopped')}</Banner>}
      {failure !== null && <Banner tone="danger">{errors.text(failure)}</Banner>}
      {others.length > 0 && (
        <OtherBrowsers browsers={others} isBusy={off.isPending} onEnd={(id) => off.mutate({ id, isHere: false })} />
      )}
      {browsers.length > 0 && !isStopped && <Test />}
    </div>
  );
}

const WAYS = { computer: 'PushAllowComputer', android: 'PushAllowAndroid', iphone: 'PushAllowIphone' } as const;

/** How to allow what the browser refuses: where one is first, as the page may be open on several. */
function Blocked({ onLookAgain }: { onLookAgain: () => void }): ReactNode {
  const t = useT();
  const here = WAYS[deviceKind()];
  return (
    <div className={settings['form']}>
      <p className={frame['soft']}>{t('PushBlockedHow')}</p>
      <ul className={settings['form']}>
        {[here, ...Object.values(WAYS).filter((key) => key !== here)].map((key) => (
          <li key={key} className={frame['soft']}>
            {t(key)}
          </li>
        ))}
      </ul>
      <div>
        <Button isSmall onClick={onLookAgain}>
          {t('Retry')}
        </Button>
      </div>
    </div>
  );
}

function OtherBrowsers(props: { browsers: readonly PushBrowser[]; isBusy: boolean; onEnd: (id: number) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <div>
      <p className={frame['soft']}>{t('PushOthers')}</p>
      {props.browsers.map(({ id, browser: named, since }) => {
        const browser = named || t('PushUnnamed');
        return (
          <div key={id} className={settings['line']}>
            <div>
              {browser} <span className={frame['soft']}>{t('PushSince', { time: format.dateTime(since) })}</span>
            </div>
            <Button isSmall disabled={props.isBusy} aria-label={t('PushEndNamed', { browser })} onClick={() => props.onEnd(id)}>
              {t('PushEnd')}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

const OUTCOMES = {
  sent: { tone: 'success', text: 'PushTestSent' },
  waits: { tone: 'warning', text: 'PushTestWaits' },
  failed: { tone: 'danger', text: 'PushTestFailed' },
  none: { tone: 'warning', text: 'PushTestNone' },
} as const satisfies Record<PushTestOutcome, unknown>;

function Test(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const test = usePushTest();
  const outcome = test.data && OUTCOMES[test.data];
  return (
    <div className={settings['form']}>
      <div>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {t('PushTest')}
        </Button>
      </div>
      <div aria-live="polite">
        {outcome && !test.isPending && <Banner tone={outcome.tone}>{t(outcome.text)}</Banner>}
        {test.isError && <Banner tone="danger">{errors.text(test.error)}</Banner>}
      </div>
    </div>
  );
}
