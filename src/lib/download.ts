/** Saves a file on the device, as the browser does with downloads. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has copied the file; the URL would keep the data in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
