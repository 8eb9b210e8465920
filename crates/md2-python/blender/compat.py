# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs between the versions of Blender. No other module asks for the version."""


def fcurves(action, owner):
    """Returns the F-curves of an action for a datablock, in a form that has `new` and can be iterated.

    Since Blender 4.4, an action has slots, each with its own channels.
    """
    if not hasattr(action, "slots"):
        return action.fcurves
    slot = next((slot for slot in action.slots if slot.target_id_type == owner.id_type), None)
    if slot is None:
        slot = action.slots.new(owner.id_type, owner.name)
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True).fcurves


def existing_fcurves(action):
    """Returns all F-curves of an action."""
    if not hasattr(action, "layers"):
        return list(action.fcurves)
    bags = [bag for layer in action.layers for strip in layer.strips for bag in strip.channelbags]
    return [curve for bag in bags for curve in bag.fcurves]


def set_action(owner, action):
    """Makes a datablock play an action; `None` stops it."""
    data = owner.animation_data or owner.animation_data_create()
    data.action = action
    if action is not None and hasattr(data, "action_slot"):
        data.action_slot = next((slot for slot in action.slots if slot.target_id_type == owner.id_type), None)


def add_muted_track(owner, action):
    """Stores an action in a muted NLA track, so that it stays with its datablock and is exported with it."""
    data = owner.animation_data or owner.animation_data_create()
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, 1, action)
    if hasattr(strip, "action_slot") and strip.action_slot is None:
        strip.action_slot = next((slot for slot in action.slots if slot.target_id_type == owner.id_type), None)
    track.mute = True


def actions_of(owner):
    """Returns the actions of a datablock: the current one and those of its NLA tracks, in the order of the tracks."""
    data = owner.animation_data if owner else None
    if data is None:
        return []
    found = [strip.action for track in data.nla_tracks for strip in track.strips if strip.action]
    if data.action and data.action not in found:
        found.append(data.action)
    return list(dict.fromkeys(found))


def use_nodes(material):
    """Gives a material its nodes. Since Blender 5, each has them from the start."""
    if material.node_tree is None:
        material.use_nodes = True
