/** A kind of device, for its icon and for "This phone". */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown';

export interface DeviceName {
  kind: DeviceKind;
  /** Null: not recognised. */
  system: string | null;
  browser: string | null;
}

type Rule = readonly [pattern: RegExp, name: string];

/** Chromium's derivatives name Chrome too, and Chrome names Safari. So the order counts. */
const BROWSERS: readonly Rule[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [...Rule, kind: DeviceKind])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone', 'phone'],
  [/\bAndroid\b/, 'Android tablet', 'tablet'],
  [/\bWindows NT\b/, 'Windows PC', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac', 'computer'],
  [/\bCrOS\b/, 'Chromebook', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux PC', 'computer'],
];

export function nameDevice(userAgent: string | null): DeviceName {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const [, system = null, kind = 'unknown'] = SYSTEMS.find(([pattern]) => pattern.test(text)) ?? [];
  return { kind, system, browser };
}
