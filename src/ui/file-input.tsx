import type { Ref } from 'react';

interface FileInputProps {
  /** To open the device's own picker, by `click()`. */
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  multiple?: boolean;
  capture?: 'environment' | undefined;
  onFiles: (files: File[]) => void;
}

/** A hidden file input behind a button. The same file can be chosen again. */
export function FileInput({ label, onFiles, ...rest }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
      {...rest}
    />
  );
}
