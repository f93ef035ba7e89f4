import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { imeiIn } from '../model.ts';
import styles from './imei-field.module.css';

/** The browsers' Shape Detection interface, which TypeScript's library does not describe yet. */
interface Detector {
  readonly detect: (image: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorMaker {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats?: () => Promise<readonly string[]>;
}

/** What labels of trackers and their boxes carry. */
const FORMATS = ['code_128', 'qr_code', 'data_matrix', 'code_39', 'codabar', 'itf'];
const LOOK_EVERY_MS = 200;

async function createDetector(): Promise<Detector> {
  const Maker = (window as unknown as { BarcodeDetector: DetectorMaker }).BarcodeDetector;
  const known = (await Maker.getSupportedFormats?.()) ?? FORMATS;
  return new Maker({ formats: FORMATS.filter((format) => known.includes(format)) });
}

/** Shows the camera until a code with an IMEI is seen. Nothing of the picture leaves the browser. */
export function ImeiScanner(props: { onFound: (imei: string) => void; onStop: () => void }): ReactNode {
  const { onFound, onStop } = props;
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const found = useRef(onFound);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    stopButton.current?.focus();
    let isOver = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (detector: Detector, screen: HTMLVideoElement): Promise<void> => {
      // A picture that is not there yet, or that cannot be read, is followed by the next one.
      const codes = await detector.detect(screen).catch(() => []);
      if (isOver) return;
      const imei = codes.map((code) => imeiIn(code.rawValue)).find((each) => each !== null);
      if (imei) return found.current(imei);
      timer = setTimeout(() => void look(detector, screen), LOOK_EVERY_MS);
    };
    const begin = async (): Promise<void> => {
      const detector = await createDetector();
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
      stream = opened;
      const screen = video.current;
      if (isOver || !screen) return stop();
      screen.srcObject = opened;
      await screen.play();
      await look(detector, screen);
    };
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    begin().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <div className={styles['scanner']}>
      {hasFailed ? (
        <Banner tone="warning">{t('ScanFailed')}</Banner>
      ) : (
        <>
          <video ref={video} className={styles['video']} muted playsInline aria-hidden="true" />
          <p className={styles['aim']}>{t('ScanAim')}</p>
        </>
      )}
      <Button ref={stopButton} onClick={onStop}>
        {t('ScanStop')}
      </Button>
    </div>
  );
}
