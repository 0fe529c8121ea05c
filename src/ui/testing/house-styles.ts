/* Import it first in a test, because it sets the order of the layers. */
/* The global styles of main.tsx, for tests that measure or take pictures. */
import '#ui/layers.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import '#ui/reset.css';
import '#ui/base.css';
