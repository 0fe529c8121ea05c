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
      // A photo of 12 megapixels must not hold up the page.
      decoding="async"
      draggable={false}
    />
  );
}
