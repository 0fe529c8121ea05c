interface LocalImageProps {
  content: Blob | ArrayBuffer;
  type?: string | undefined;
  alt: string;
}

/** A picture from memory. */
export function LocalImage({ content, type = '', alt }: LocalImageProps) {
  return (
    <img
      ref={(image) => {
        if (!image) return;
        const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
        image.src = url;
        return () => URL.revokeObjectURL(url);
      }}
      alt={alt}
      draggable={false}
    />
  );
}
