export { render } from "preact";
export { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
export { computed, effect, signal } from "@preact/signals";
export { html } from "htm/preact";
