let locks = 0;

/** Prevents the page from scrolling until the returned function is called. Locks may overlap. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  locks++;
  if (locks === 1) {
    // Keeps the width of the page without its scrollbar.
    if (window.innerWidth > clientWidth) style.scrollbarGutter = "stable";
    style.overflow = "hidden";
  }
  return () => {
    locks--;
    if (locks > 0) return;
    style.overflow = "";
    style.scrollbarGutter = "";
  };
}
