/** A camera and something that reads codes in its picture; both need an encrypted address. */
export const canScan = (): boolean =>
  'BarcodeDetector' in window && typeof (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia === 'function';
