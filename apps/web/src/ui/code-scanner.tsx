import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import styles from './code-scanner.module.css';

/** The browsers' Shape Detection interface, which TypeScript's library does not describe yet. */
interface Detector {
  readonly detect: (image: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorMaker {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats?: () => Promise<readonly string[]>;
}

/** What labels of trackers and sensors and their boxes carry; not what goods are sold by. */
const FORMATS = ['code_128', 'qr_code', 'data_matrix', 'code_39', 'codabar', 'itf'];
const LOOK_EVERY_MS = 200;

async function createDetector(): Promise<Detector> {
  const Maker = (window as unknown as { BarcodeDetector: DetectorMaker }).BarcodeDetector;
  const known = (await Maker.getSupportedFormats?.()) ?? FORMATS;
  return new Maker({ formats: FORMATS.filter((format) => known.includes(format)) });
}

export interface CodeScannerProps {
  /** What is looked for in a code; null: it is not in it. */
  readonly read: (text: string) => string | null;
  readonly onFound: (found: string) => void;
  readonly onStop: () => void;
  readonly texts: {
    readonly aim: string;
    readonly stop: string;
    readonly failed: string;
    /** Of a code in which it is not; without it the next one is waited for in silence. */
    readonly other?: string;
  };
}

/** Shows the camera until a code with what is looked for is seen. Nothing of the picture leaves the browser. */
export function CodeScanner(props: CodeScannerProps): ReactNode {
  const { onStop, texts } = props;
  const video = useRef<HTMLVideoElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const current = useRef(props);
  const [hasFailed, setFailed] = useState(false);
  const [sawOther, setSawOther] = useState(false);
  useEffect(() => {
    current.current = props;
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
      const found = codes.map((code) => current.current.read(code.rawValue)).find((each) => each !== null);
      if (found) return current.current.onFound(found);
      if (codes.length > 0) setSawOther(true);
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
        <Banner tone="warning">{texts.failed}</Banner>
      ) : (
        <>
          <video ref={video} className={styles['video']} muted playsInline aria-hidden="true" />
          <p className={styles['aim']}>{texts.aim}</p>
          {sawOther && texts.other && <Banner tone="warning">{texts.other}</Banner>}
        </>
      )}
      <Button ref={stopButton} onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  );
}
