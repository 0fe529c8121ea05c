/** Milliseconds on a clock that all processes of this machine share and nobody sets. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
