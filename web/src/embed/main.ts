/** A board in a frame on somebody's page. Nobody is logged in here and nothing can be done but look. */
import "../styles/themes.css";
import "../styles/base.css";
import { mount } from "svelte";
import { stayNobody } from "../lib/api";
import { language, settings, theme } from "../lib/settings.svelte";
import { speak } from "../lib/words.svelte";
import { readAddress, readWishes } from "./address";
import Embed from "./Embed.svelte";

stayNobody();
Object.assign(settings, readWishes(new URLSearchParams(location.search)), { sound: false }); // for this frame alone
document.documentElement.dataset.theme = theme();
await speak(language());
mount(Embed, { target: document.body, props: { shows: readAddress(location.pathname, location.search) } });
